use clap::Arg;
use yipan_core::Language;
use yipan_server::{mask_bus_passwords, mask_password};

use super::error::ValueKind;
use super::layers::{Configuration, Source};
use super::option_list::{BUS, STORE, is_secret, key, kind, options};

impl Configuration {
    /// Returns the configuration as TOML, which can be used as a file. Comments say where each value came from.
    /// Secrets are left out.
    pub(crate) fn to_toml(&self, language: Language) -> String {
        let title = language.choose(
            "The configuration of `yipan serve`, as a file for --config.",
            "`yipan serve` 的配置，可作为 --config 的文件。",
            "`yipan serve` 的設定，可作為 --config 的檔案。",
        );
        let file = match &self.file {
            Some(path) => path.display().to_string(),
            None => language.choose("none", "无", "無").to_owned(),
        };
        let mut text = format!("# {title}\n# {}: {file}\n", source_name(Source::File, language));
        for argument in options(&self.command) {
            text.push('\n');
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines() {
                text += &format!("# {}\n", line.trim());
            }
            text += &self.line(argument, language);
            text.push('\n');
        }
        text
    }

    fn line(&self, argument: &Arg, language: Language) -> String {
        let name = key(argument);
        let Some(source) = self.source(argument) else {
            return format!("# {name}: {}", language.choose("not set", "未设置", "未設定"));
        };
        let source = match source {
            Source::CommandLine => format!("{}: --{name}", source_name(source, language)),
            Source::Environment => {
                let variable = argument.get_env().map(|name| name.to_string_lossy().into_owned());
                format!("{}: {}", source_name(source, language), variable.unwrap_or_default())
            }
            Source::File | Source::Default => source_name(source, language).to_owned(),
        };
        if is_secret(argument) {
            return format!("# {name}: {} # {source}", language.choose("not shown", "不显示", "不顯示"));
        }
        let raw = self.matches.get_raw(argument.get_id().as_str()).into_iter().flatten();
        let values: Option<Vec<String>> = raw.map(|value| value.to_str().map(str::to_owned)).collect();
        let masked = values.iter().flatten().next().and_then(|url| {
            let masked = match argument.get_id().as_str() {
                STORE => mask_password(url),
                BUS => mask_bus_passwords(url),
                _ => return None,
            };
            (masked != *url).then_some(masked)
        });
        if let Some(masked) = masked {
            return format!("# {name}: {masked} # {source}");
        }
        match values.and_then(|values| toml_value(kind(argument), values)) {
            Some(value) => format!("{name} = {value} # {source}"),
            None => {
                let reason = language.choose("not possible in TOML", "TOML 无法表示", "TOML 無法表示");
                format!("# {name}: {reason} # {source}")
            }
        }
    }
}

fn toml_value(kind: ValueKind, values: Vec<String>) -> Option<toml::Value> {
    match kind {
        ValueKind::List => Some(toml::Value::Array(values.into_iter().map(toml::Value::String).collect())),
        ValueKind::Number => values.first()?.parse().ok().map(toml::Value::Integer),
        ValueKind::Text => values.into_iter().next().map(toml::Value::String),
    }
}

fn source_name(source: Source, language: Language) -> &'static str {
    match source {
        Source::CommandLine => language.choose("command line", "命令行", "命令列"),
        Source::Environment => language.choose("environment", "环境变量", "環境變數"),
        Source::File => language.choose("file", "文件", "檔案"),
        Source::Default => language.choose("default", "默认", "預設"),
    }
}
