//! Texts of studies.

use super::text::texts;

texts! {
    TITLE = "Studies", "研习", "研習";
    STUDY = "Study", "研习", "研習";
    INTRO = "A study is a collection of games and positions with your variations and comments, one per chapter.", "研习由若干章节组成，每章是一局棋或一个局面，连同你的变着和评注。", "研習由若干章節組成，每章是一局棋或一個局面，連同你的變著和評註。";
    MINE = "My studies", "我的研习", "我的研習";
    ON_DEVICE = "On this device", "在本设备上", "在這部裝置上";
    PUBLIC = "Public studies", "公开的研习", "公開的研習";
    MORE = "More studies", "更多研习", "更多研習";
    NONE = "No studies yet.", "还没有研习。", "還沒有研習。";
    NEW = "New study", "新建研习", "新增研習";
    NAME = "Name", "名称", "名稱";
    CREATE = "Create", "创建", "建立";
    VISIBILITY = "Who can see it", "谁可以看", "誰可以看";
    PRIVATE = "Only you", "仅自己", "僅自己";
    BY_LINK = "Those who have the link", "有链接的人", "有連結的人";
    EVERYONE = "Public", "所有人", "所有人";
    SIGN_IN = "Without an account, studies stay on this device. Sign in to find them everywhere and to share them.", "没有账号时，研习只保存在本设备上。登录后可在任何地方查看和分享。", "沒有帳號時，研習只儲存在這部裝置上。登入後可在任何地方檢視和分享。";
    UPLOAD = "Upload to your account", "上传到账号", "上傳到帳號";
    CHAPTERS = "Chapters", "章节", "章節";
    CHAPTER_COUNT = "Chapters: {}", "{} 章", "{} 章";
    CHAPTER_NAME = "Chapter {}", "第 {} 章", "第 {} 章";
    ADD_CHAPTER = "New chapter", "新增章节", "新增章節";
    IMPORT_CHAPTERS = "Import PGN", "导入 PGN", "匯入 PGN";
    EXPORT = "Export PGN", "导出 PGN", "匯出 PGN";
    NOT_EXPORTED = "Chapters that PGN cannot express: {}.", "PGN 无法表示的章节：{}。", "PGN 無法表示的章節：{}。";
    IMPORTED = "Chapters added: {}.", "已新增 {} 章。", "已新增 {} 章。";
    NOT_IMPORTED = "Games that were not added: {}.", "未能新增的对局：{}。", "未能新增的對局：{}。";
    EDIT_CHAPTER = "Edit the chapter", "编辑本章", "編輯本章";
    RENAME = "Rename", "改名", "改名";
    MOVE_UP = "Move up", "上移", "上移";
    MOVE_DOWN = "Move down", "下移", "下移";
    DELETE_CHAPTER = "Delete chapter", "删除本章", "刪除本章";
    DELETE_CHAPTER_CONFIRM = "Delete this chapter?", "确定删除这一章？", "確定刪除這一章？";
    DELETE_STUDY = "Delete study", "删除研习", "刪除研習";
    DELETE_STUDY_CONFIRM = "Delete this study with all its chapters?", "确定删除这个研习及其所有章节？", "確定刪除這個研習及其所有章節？";
    SAVED = "Saved", "已保存", "已儲存";
    SAVING = "Saving…", "正在保存……", "正在儲存……";
    READ_ONLY = "By {}. Your changes are not saved here.", "作者：{}。你的改动不会保存。", "作者：{}。你的變更不會儲存。";
    CONFLICT = "This chapter was changed in another window. Reload to see that change; what you see here is not saved.", "本章已在另一个窗口中修改。重新载入可看到那些修改；这里的内容没有保存。", "本章已在另一個視窗中修改。重新載入可看到那些修改；這裡的內容沒有儲存。";
    RELOAD = "Reload", "重新载入", "重新載入";
    NOT_FOUND = "There is no such study, or it is not shared.", "没有这个研习，或者它没有公开。", "沒有這個研習，或者它沒有公開。";
    NOT_STORED = "This browser cannot store studies.", "此浏览器无法保存研习。", "這個瀏覽器無法儲存研習。";
    TOO_LARGE = "The chapter is too large to be saved. Divide it into two.", "本章过大，无法保存，请分成两章。", "本章過大，無法儲存，請分成兩章。";
    SAVE_TO_STUDY = "Save to a study", "保存到研习", "儲存到研習";
    CHOOSE_STUDY = "Study", "选择研习", "選擇研習";
    SAVED_TO = "Saved as a chapter.", "已保存为一章。", "已儲存為一章。";
    OPEN = "Open the study", "打开研习", "開啟研習";
    ADD_POSITION = "Add as a chapter", "新增为一章", "新增為一章";
    COPY_CHAPTER_LINK = "Copy link to this chapter", "复制本章链接", "複製本章連結";
    NO_SUCH_CHAPTER = "This study has no such chapter. The first one is shown.", "这个研习没有该章节，现显示第一章。", "這個研習沒有該章節，現顯示第一章。";
    TOO_MANY_CHAPTERS = "A study has at most {} chapters.", "一个研习最多 {} 章。", "一個研習最多 {} 章。";
}
