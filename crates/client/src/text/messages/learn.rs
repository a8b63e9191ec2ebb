//! Texts of the courses.

use super::text::texts;

texts! {
    TITLE = "Learn", "学棋", "學棋";
    COURSES = "Courses", "课程", "課程";
    PROGRESS = "{} of {} tasks solved", "已完成 {} 项，共 {} 项", "已完成 {} 項，共 {} 項";
    START = "Start", "开始", "開始";
    CONTINUE = "Continue", "继续", "繼續";
    AGAIN = "Do it again", "再学一遍", "再學一遍";
    TASK_OF = "Task {} of {}: {}", "第 {} 项，共 {} 项：{}", "第 {} 項，共 {} 項：{}";
    TASKS = "Tasks", "练习项目", "練習項目";
    SOLVED = "solved", "已完成", "已完成";
    NEXT = "Next task", "下一项", "下一項";
    PREVIOUS = "Previous task", "上一项", "上一項";
    FINISH = "To the courses", "返回课程", "返回課程";
    COURSE_DONE = "You have finished this course.", "这门课程学完了。", "這門課程學完了。";
    START_OVER = "Start over", "重新开始", "重新開始";
    NOT_LOADED = "The course could not be loaded. Check your connection.", "课程没有加载成功。请检查网络连接。", "課程沒有載入成功。請檢查網路連線。";
    LEARN_STEP_BY_STEP = "Learn it at the board, step by step", "在棋盘上一步步学", "在棋盤上一步步學";
    KEYS = "Keyboard: on the board, the arrow keys move the cursor, Enter picks up and drops a piece or answers, and Esc puts it back. Elsewhere, h gives a hint, r starts over, n opens the next task, and ? shows this help.", "按键：在棋盘上，方向键移动光标，回车拿起、放下棋子或作答，Esc 放回；在别处，h 给提示，r 重新开始，n 打开下一项，? 显示本说明。", "按鍵：在棋盤上，方向鍵移動游標，Enter 拿起、放下棋子或作答，Esc 放回；在別處，h 給提示，r 重新開始，n 開啟下一項，? 顯示本說明。";
}
