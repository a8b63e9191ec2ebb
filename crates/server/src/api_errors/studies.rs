//! Error messages about studies.

use yipan_core::Language;
use yipan_wire::{
    ApiError, ErrorCode, MAX_CHAPTER_BYTES, MAX_CHAPTERS, MAX_STUDIES, MAX_STUDY_BYTES,
    MAX_STUDY_TITLE_CHARACTERS,
};

use super::api_error;

pub(crate) fn not_found(language: Language) -> ApiError {
    let message =
        language.choose("there is no such study or chapter", "没有这个研习或章节", "沒有這個研習或章節");
    api_error(ErrorCode::StudyNotFound, message)
}

pub(crate) fn changed(language: Language) -> ApiError {
    let message = language.choose(
        "this was changed elsewhere; load it again before you change it",
        "已在别处修改，请重新载入后再修改",
        "已在別處修改，請重新載入後再修改",
    );
    api_error(ErrorCode::StudyChanged, message)
}

pub(crate) fn bad_title(language: Language) -> ApiError {
    let max = MAX_STUDY_TITLE_CHARACTERS;
    let message = match language {
        Language::English => format!("a title is one line of 1 to {max} characters"),
        Language::Simplified => format!("标题须为一行，1 到 {max} 个字符"),
        Language::Traditional => format!("標題須為一行，1 到 {max} 個字元"),
    };
    api_error(ErrorCode::BadText, &message)
}

pub(crate) fn too_many_studies(language: Language) -> ApiError {
    let message = match language {
        Language::English => format!("you have {MAX_STUDIES} studies, which is the limit; delete one"),
        Language::Simplified => format!("研习已达上限 {MAX_STUDIES} 个，请先删除一个"),
        Language::Traditional => format!("研習已達上限 {MAX_STUDIES} 個，請先刪除一個"),
    };
    api_error(ErrorCode::TooManyStudies, &message)
}

pub(crate) fn too_many_chapters(language: Language) -> ApiError {
    let message = match language {
        Language::English => {
            format!("the study has {MAX_CHAPTERS} chapters, which is the limit; begin another one")
        }
        Language::Simplified => format!("研习已达上限 {MAX_CHAPTERS} 章，请另建一个"),
        Language::Traditional => format!("研習已達上限 {MAX_CHAPTERS} 章，請另建一個"),
    };
    api_error(ErrorCode::TooManyChapters, &message)
}

pub(crate) fn chapter_too_large(language: Language) -> ApiError {
    let max = MAX_CHAPTER_BYTES / 1024;
    let message = match language {
        Language::English => format!("a chapter has at most {max} KiB; divide it into two"),
        Language::Simplified => format!("一章最多 {max} KiB，请分成两章"),
        Language::Traditional => format!("一章最多 {max} KiB，請分成兩章"),
    };
    api_error(ErrorCode::ChapterTooLarge, &message)
}

pub(crate) fn studies_too_large(language: Language) -> ApiError {
    let max = MAX_STUDY_BYTES / (1024 * 1024);
    let message = match language {
        Language::English => {
            format!(
                "your studies have {max} MiB together, which is the limit; delete chapters you do not need"
            )
        }
        Language::Simplified => format!("你的研习总共已达上限 {max} MiB，请删除不需要的章节"),
        Language::Traditional => format!("你的研習總共已達上限 {max} MiB，請刪除不需要的章節"),
    };
    api_error(ErrorCode::StudiesTooLarge, &message)
}
