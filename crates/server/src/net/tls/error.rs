use std::io;
use std::path::PathBuf;

use yipan_core::{Language, Localize, impl_localized_error};

/// The reason why a certificate and its key cannot be used.
#[derive(Debug)]
pub enum TlsError {
    /// A file cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
    /// A file is not PEM, or its PEM is damaged.
    NotPem {
        /// The file.
        path: PathBuf,
    },
    /// The file of the certificate contains none.
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// The certificate cannot be parsed.
    InvalidCertificate {
        /// The file.
        path: PathBuf,
        /// The parser's reason, in English.
        reason: String,
    },
    /// The file of the key contains none.
    NoKey {
        /// The file.
        path: PathBuf,
    },
    /// The key is encrypted, and the server has no passphrase.
    EncryptedKey {
        /// The file.
        path: PathBuf,
    },
    /// The key cannot be parsed, or its algorithm is not supported.
    UnsupportedKey {
        /// The file.
        path: PathBuf,
        /// The parser's reason, in English.
        reason: String,
    },
    /// The key does not belong to the certificate.
    KeyMismatch {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
    },
}

impl Localize for TlsError {
    fn localize(&self, language: Language) -> String {
        let choose = |english: String, simplified: String, traditional: String| match language {
            Language::English => english,
            Language::Simplified => simplified,
            Language::Traditional => traditional,
        };
        match self {
            TlsError::Read { path, error } => {
                let path = path.display();
                choose(
                    format!("{path} cannot be read: {error}"),
                    format!("无法读取 {path}：{error}"),
                    format!("無法讀取 {path}：{error}"),
                )
            }
            TlsError::NotPem { path } => {
                let path = path.display();
                choose(
                    format!(
                        "{path} is not a PEM file; convert a certificate with `openssl x509 -inform der`, a key with `openssl pkey -inform der`"
                    ),
                    format!(
                        "{path} 不是 PEM 文件；证书可用 `openssl x509 -inform der` 转换，私钥可用 `openssl pkey -inform der`"
                    ),
                    format!(
                        "{path} 不是 PEM 檔案；憑證可用 `openssl x509 -inform der` 轉換，私密金鑰可用 `openssl pkey -inform der`"
                    ),
                )
            }
            TlsError::NoCertificate { path } => {
                let path = path.display();
                choose(
                    format!(
                        "{path} contains no certificate; name the file with the certificate chain with --tls-cert"
                    ),
                    format!("{path} 里没有证书；请用 --tls-cert 指定含证书链的文件"),
                    format!("{path} 裡沒有憑證；請用 --tls-cert 指定含憑證鏈的檔案"),
                )
            }
            TlsError::InvalidCertificate { path, reason } => {
                let path = path.display();
                choose(
                    format!(
                        "{path} contains an invalid certificate ({reason}); the server's own must come first"
                    ),
                    format!("{path} 里的证书无效（{reason}）；服务器自己的证书必须在最前面"),
                    format!("{path} 裡的憑證無效（{reason}）；伺服器自己的憑證必須在最前面"),
                )
            }
            TlsError::NoKey { path } => {
                let path = path.display();
                choose(
                    format!("{path} contains no private key; name the file with the key with --tls-key"),
                    format!("{path} 里没有私钥；请用 --tls-key 指定含私钥的文件"),
                    format!("{path} 裡沒有私密金鑰；請用 --tls-key 指定含私密金鑰的檔案"),
                )
            }
            TlsError::EncryptedKey { path } => {
                let path = path.display();
                choose(
                    format!("the key in {path} is encrypted; decrypt it, for example with `openssl pkey`"),
                    format!("{path} 里的私钥已加密；请先解密，例如用 `openssl pkey`"),
                    format!("{path} 裡的私密金鑰已加密；請先解密，例如用 `openssl pkey`"),
                )
            }
            TlsError::UnsupportedKey { path, reason } => {
                let path = path.display();
                choose(
                    format!(
                        "the key in {path} cannot be used ({reason}); use RSA, ECDSA (P-256, P-384) or Ed25519"
                    ),
                    format!(
                        "无法使用 {path} 里的私钥（{reason}）；请用 RSA、ECDSA（P-256、P-384）或 Ed25519"
                    ),
                    format!(
                        "無法使用 {path} 裡的私密金鑰（{reason}）；請用 RSA、ECDSA（P-256、P-384）或 Ed25519"
                    ),
                )
            }
            TlsError::KeyMismatch { certificate, key } => {
                let (certificate, key) = (certificate.display(), key.display());
                choose(
                    format!("the key in {key} does not belong to the certificate in {certificate}"),
                    format!("{key} 里的私钥不属于 {certificate} 里的证书"),
                    format!("{key} 裡的私密金鑰不屬於 {certificate} 裡的憑證"),
                )
            }
        }
    }
}

impl_localized_error!(TlsError);

impl From<TlsError> for io::Error {
    fn from(error: TlsError) -> io::Error {
        let kind = match &error {
            TlsError::Read { error, .. } => error.kind(),
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, error)
    }
}
