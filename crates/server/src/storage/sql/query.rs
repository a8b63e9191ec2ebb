use sqlx::{Database, Encode, Type};

/// A statement with its values, for either database.
#[derive(Debug)]
pub(in crate::storage) struct Query<'a> {
    sqlite: &'static str,
    postgres: &'static str,
    values: Vec<Value<'a>>,
}

/// A value of a statement.
#[derive(Clone, Copy, Debug)]
pub(in crate::storage) enum Value<'a> {
    Text(Option<&'a str>),
    Integer(Option<i64>),
    Boolean(bool),
    Real(f64),
    Bytes(&'a [u8]),
}

impl<'a> Query<'a> {
    /// Creates a statement that both databases understand.
    pub(in crate::storage) const fn new(sql: &'static str) -> Query<'a> {
        Query::with_dialects(sql, sql)
    }

    /// Creates a statement that each database needs in its own form, with the same values.
    pub(in crate::storage) const fn with_dialects(sqlite: &'static str, postgres: &'static str) -> Query<'a> {
        Query { sqlite, postgres, values: Vec::new() }
    }

    /// Adds the value of the next parameter.
    pub(in crate::storage) fn bind(mut self, value: impl Into<Value<'a>>) -> Query<'a> {
        self.values.push(value.into());
        self
    }

    pub(super) fn for_sqlite(self) -> SqlxQuery<sqlx::Sqlite> {
        build(self.sqlite, self.values)
    }

    pub(super) fn for_postgres(self) -> SqlxQuery<sqlx::Postgres> {
        build(self.postgres, self.values)
    }
}

/// The driver's form of a statement.
pub(super) type SqlxQuery<DB> = sqlx::query::Query<'static, DB, <DB as Database>::Arguments>;

fn build<'a, DB: Database>(sql: &'static str, values: Vec<Value<'a>>) -> SqlxQuery<DB>
where
    Option<&'a str>: Encode<'a, DB> + Type<DB>,
    Option<i64>: Encode<'a, DB> + Type<DB>,
    bool: Encode<'a, DB> + Type<DB>,
    f64: Encode<'a, DB> + Type<DB>,
    &'a [u8]: Encode<'a, DB> + Type<DB>,
{
    values.into_iter().fold(sqlx::query(sql), |query, value| match value {
        Value::Text(text) => query.bind(text),
        Value::Integer(number) => query.bind(number),
        Value::Boolean(is_set) => query.bind(is_set),
        Value::Real(number) => query.bind(number),
        Value::Bytes(bytes) => query.bind(bytes),
    })
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(Some(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Value<'a> {
        Value::Text(Some(text))
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Value<'a> {
        Value::Text(text)
    }
}

impl<'a> From<&'a Option<String>> for Value<'a> {
    fn from(text: &'a Option<String>) -> Value<'a> {
        Value::Text(text.as_deref())
    }
}

/// Both databases have only signed integers.
impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Integer(Some(number as i64))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Value::Integer(Some(number.into()))
    }
}

impl From<Option<u64>> for Value<'_> {
    fn from(number: Option<u64>) -> Self {
        Value::Integer(number.map(|number| number as i64))
    }
}

impl From<bool> for Value<'_> {
    fn from(is_set: bool) -> Self {
        Value::Boolean(is_set)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Value<'a> {
        Value::Bytes(bytes)
    }
}
