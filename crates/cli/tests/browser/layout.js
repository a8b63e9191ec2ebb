// Returns what overlaps, is cut or is too small on the page, once it is laid out. `arguments` are the width and height of the
// window, the least height of the board there, and the callback.
const [width, height, least, done] = arguments;
const wrong = [];
const all = css => [...document.querySelectorAll(css)];
const short = element => element.outerHTML.slice(0, 120);
const isSeen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest('[inert], .live-region, .visually-hidden, .skip');

// The part of an element that is not scrolled out of its column.
const visible = element => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let parent = element.parentElement; parent && parent != document.body; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowY == 'visible') { continue; }
        const clip = parent.getBoundingClientRect();
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
        [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return { left, right, top, bottom };
};
const overlaps = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
const compare = slots => {
    const seen = slots.flatMap(css => all(css)).filter(isSeen).map(element => [element.className.toString(), visible(element)]);
    seen.forEach(([name, rect], index) => seen.slice(index + 1).forEach(([other, second]) => {
        if (overlaps(rect, second)) { wrong.push(`${name} overlaps ${other}`); }
    }));
};

const check = () => {
    const root = document.documentElement;
    if (root.scrollWidth > width) { wrong.push(`${root.scrollWidth} pixels wide`); }
    scrollTo(0, 0);
    const [board, moves] = ['.game .board', '.moves-slot'];
    const around = ['.top-bar', '.bar-slot', '.dice-slot', '.status-slot', '.info-slot'];
    compare([...around, board, moves]);
    const columns = width / height >= 1.25;
    if (columns) { compare([board, moves, '.actions-slot', '.dice-slot', '.left-column']); }
    // On a phone the bar with the actions lies over what can be scrolled away from it.
    if (columns && height > 500) { compare([moves, '.actions-slot', '.more-slot']); }
    scrollTo(0, root.scrollHeight);
    compare(['.actions-slot', '.status-slot', moves, '.left-column', ...(columns ? [] : ['.more-slot'])]);
    scrollTo(0, 0);

    const frame = document.querySelector('.game .board')?.getBoundingClientRect();
    if (frame && document.querySelector('.game .panel')) {
        if (frame.left < -.5 || frame.right > width + .5) { wrong.push(`the board reaches from ${frame.left} to ${frame.right}`); }
        if (columns && frame.bottom > height + .5) { wrong.push(`the board reaches down to ${frame.bottom}`); }
        if (frame.height < least) { wrong.push(`the board is ${frame.height} high, not ${least}`); }
        if (columns && height > 500 && root.scrollHeight > height) { wrong.push(`the page is ${root.scrollHeight} high`); }
        const last = all('.actions-slot button').filter(isSeen).map(button => button.getBoundingClientRect().bottom);
        if (!columns && Math.max(...last) > height + .5) { wrong.push(`the actions end at ${Math.max(...last)}`); }
    }

    // Text stays inside its button or line.
    for (const element of all('button, .button, .status, .clock, .player, .die, .dice h2, summary').filter(isSeen)) {
        const box = element.getBoundingClientRect();
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const parent = node.parentElement;
            if (!node.textContent.trim() || !isSeen(parent) || getComputedStyle(parent).clipPath != 'none') { continue; }
            // A long name ends with an ellipsis.
            if (getComputedStyle(parent).textOverflow == 'ellipsis') { continue; }
            const range = document.createRange();
            range.selectNodeContents(node);
            const text = range.getBoundingClientRect();
            // The lines of some fonts are far higher than their letters.
            const space = .35 * parseFloat(getComputedStyle(parent).fontSize);
            const isOut = text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - space || text.bottom > box.bottom + space;
            if (isOut) { wrong.push(`"${node.textContent.trim()}" is cut in ${short(element)}`); }
        }
    }
    done(wrong);
};
// A new size takes effect with the next frame.
requestAnimationFrame(() => requestAnimationFrame(check));
