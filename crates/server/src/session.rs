//! Sessions over HTTP: signing in and out.

use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::{Calling, Refused, Shared, check_rate_limit, known, language, with_cookie};
use crate::body::Body;
use crate::hall::Hall;
use crate::openapi::{BodyErrors, CommonErrors};
use crate::password::PasswordAttempt;
use crate::people::{Access, Visitor, expired_cookies, is_account};
use crate::store::{PersonRow, StoreError};
use crate::{faults, sign_in_log};

/// A name and a password; no `Debug`, so that no log can hold them.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Credentials {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// `POST /api/session`: signs in to an account, which gets what the guest who asks had.
#[utoipa::path(
    post, path = "/api/session", tag = "users",
    summary = "Signs in; a guest's games become the account's, including the seats of those in progress",
    request_body = Credentials,
    responses((status = 204, description = "Signed in; the cookie is set"), CommonErrors, BodyErrors)
)]
pub(crate) async fn sign_in(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<Credentials>,
) -> Result<Response, Refused> {
    let limited = |_: &Refused| sign_in_log::rate_limited(caller.address, &asked.name);
    check_rate_limit(hall.sign_ins.check(caller.home()), &headers).inspect_err(limited)?;
    let current = known(&hall, &headers, caller).await?;
    let name = asked.name.to_ascii_lowercase();
    if is_account(&name) {
        let owner = current.as_ref().filter(|visitor| visitor.person.account.as_ref() == Some(&name));
        let checked = match owner {
            Some(owner) => hall.password_attempts.check(PasswordAttempt::User(owner.person.id.clone())),
            None => {
                let attempt = PasswordAttempt::Account { name: name.clone(), address: caller.home() };
                // What one address tries in vain must not use up what all of them may try.
                hall.password_attempts
                    .check(attempt)
                    .and_then(|()| hall.account_sign_ins.check(name.clone()))
            }
        };
        check_rate_limit(checked, &headers).inspect_err(limited)?;
    }
    let person = hall.store.account(&name).await?;
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let is_right = hall.passwords.verify(asked.password, hash).await;
    let Some(person) = person.filter(|_| is_right) else {
        sign_in_log::rejected(caller.address, &asked.name);
        return Err(Refused::new(StatusCode::UNAUTHORIZED, faults::sign_in(language(&headers))));
    };
    if let Some(visitor) = current {
        leave(&hall, visitor, &person).await?;
    }
    let (_, cookie) = hall.admit(person, user_agent(&headers), caller).await?;
    sign_in_log::accepted(caller.address, &asked.name);
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), Some(cookie)))
}

/// Ends the session that a client had before it signed in; a guest's games become the account's.
async fn leave(hall: &Arc<Hall>, visitor: Visitor, account: &PersonRow) -> Result<(), StoreError> {
    if visitor.person.account.is_none() {
        let (all, account) = (Arc::clone(hall), account.id.clone());
        // A task of its own finishes even if the client does not wait for the answer.
        let adopted = tokio::spawn(async move { all.adopt(&visitor.person.id, &account).await });
        return adopted.await.map_err(|error| StoreError::Failed(error.to_string()))?;
    }
    if matches!(visitor.access, Access::Session { .. })
        && hall.store.remove_key(&visitor.person.id, &visitor.key).await?
    {
        hall.presence.end(&visitor.key);
    }
    Ok(())
}

/// Returns what the user will know a new session by.
pub(crate) fn user_agent(headers: &HeaderMap) -> &str {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("unknown")
}

/// `DELETE /api/session`: ends this session; the next visit is a new guest's.
#[utoipa::path(
    delete, path = "/api/session", tag = "users",
    summary = "Signs out",
    responses((status = 204, description = "Signed out; the cookie is removed"), CommonErrors)
)]
pub(crate) async fn sign_out(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    if let Some(visitor) = known(&hall, &headers, caller).await? {
        hall.store.remove_key(&visitor.person.id, &visitor.key).await?;
        hall.presence.end(&visitor.key);
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), expired_cookies(caller)))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::account::sign_up;
    use crate::caller::Caller;
    use crate::test_server::TestServer;

    const CALLER: Caller = Caller { address: IpAddr::V4(Ipv4Addr::LOCALHOST), is_secure: false };

    fn credentials(name: &str, password: &str) -> Body<Credentials> {
        Body(Credentials { name: name.to_owned(), password: password.to_owned() })
    }

    #[tokio::test]
    async fn a_sign_in_verifies_one_password_whether_or_not_the_account_exists() {
        let server = TestServer::open("verifications").await;
        let hall = &server.hall;
        let asked = credentials("Ada", "correct horse");
        sign_up(State(Arc::clone(hall)), ConnectInfo(CALLER), HeaderMap::new(), asked)
            .await
            .expect("an account");
        let mut before = hall.passwords.verifications();
        for (name, password, is_right) in [
            ("Ada", "correct horse", true),
            ("Ada", "wrong horse", false),
            ("Eve", "correct horse", false),
            ("no account may be called so", "correct horse", false),
        ] {
            let asked = credentials(name, password);
            let answer = sign_in(State(Arc::clone(hall)), ConnectInfo(CALLER), HeaderMap::new(), asked).await;
            assert_eq!(answer.is_ok(), is_right, "{name}");
            let after = hall.passwords.verifications();
            assert_eq!(after - before, 1, "{name}");
            before = after;
        }
        server.close().await;
    }
}
