// Returns the problems of the page in its current state. `arguments` are the width of the window and the language.
const [width, language] = arguments;
const wrong = [];
const all = css => [...document.querySelectorAll(css)];
const short = element => element.outerHTML.slice(0, 140);
const isSeen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest('[inert], .live-region, .visually-hidden, .skip');

// It fits: nothing has to be scrolled sideways.
if (document.documentElement.scrollWidth > width) {
    const wide = all('main *, header *').filter(element => isSeen(element) && element.getBoundingClientRect().right > width + .5);
    wrong.push(`${document.documentElement.scrollWidth} pixels wide: ${wide.slice(0, 3).map(short)}`);
}

// Everything that can be used can be scrolled to, lies inside the window, and nothing lies over it.
const at = [scrollX, scrollY];
for (const element of all('button, a[href], input, select, textarea, summary')) {
    if (!isSeen(element) || element.disabled) { continue; }
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (left < -.5 || right > width + .5) { wrong.push(`outside of the window: ${short(element)}`); }
    if (right - left < 13 || bottom - top < 13) { wrong.push(`too small to press: ${short(element)}`); }
    const top_most = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // An open panel lies over the page until it is closed.
    if (top_most?.closest('.bell-panel') && !element.closest('.bell-panel')) { continue; }
    const label = element.closest('label');
    if (!top_most || !(element.contains(top_most) || top_most.contains(element) || label?.contains(top_most))) {
        wrong.push(`${short(element)} is covered by ${top_most && short(top_most)}`);
    }
}
scrollTo(...at);

// Boards are as wide as a narrow window lets them be, and never wider than it.
for (const board of all('.game .board')) {
    const { left, right } = board.getBoundingClientRect();
    if (left < -.5 || right > width + .5) { wrong.push(`the board reaches from ${left} to ${right}`); }
    if (width < 500 && right - left < .8 * width) { wrong.push(`the board is only ${right - left} wide`); }
}

// Text stands out from what is behind it, by 4.5 to 1.
const numbers = colour => (colour.match(/[\d.]+/g) || []).map(Number);
const linear = value => value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
const light = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
const behind = element => {
    for (; element; element = element.parentElement) {
        const colour = numbers(getComputedStyle(element).backgroundColor);
        if (colour.length && (colour.length < 4 || colour[3] > .99)) { return colour; }
    }
    return [255, 255, 255];
};
const says = element => [...element.childNodes].some(node => node.nodeType == Node.TEXT_NODE && node.textContent.trim());
for (const element of all('body *').filter(element => says(element) && isSeen(element) && !element.closest('[disabled], svg'))) {
    const [ink, paper] = [light(numbers(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05);
    if (ratio < 4.5) { wrong.push(`too pale, ${ratio.toFixed(1)}: ${short(element)}`); }
}

// It is one language. Names are people's own, and languages are named in themselves. A term of another language may stand in a
// sentence where it is marked as such, for a screen reader too; a sentence may not.
const isTerm = element => element.closest('[lang]:not(html)') && element.textContent.length < 8;
const own = 'noscript, .player-name, .room-host, .seats, .chat ul, select.language, select[name=language], textarea, svg, code';
const spoken = all('body *').filter(element => !element.closest(own) && !isTerm(element)).flatMap(element => [
    ...['aria-label', 'title', 'placeholder', 'alt'].map(name => element.getAttribute(name)),
    ...[...element.childNodes].filter(node => node.nodeType == Node.TEXT_NODE).map(node => node.textContent),
]).filter(Boolean);
const foreign = {
    'en': /\p{Script=Han}/u,
    'zh-Hans': /[對電腦與開關設規則選擇間連線錄讓請還沒這為無時們圖變數學國際點擊觀戰進]|[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/,
    'zh-Hant': /[对电脑与开关设规则选择间连线录让请还没这为无时们图变数学国际点击观战进]|[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/,
}[language];
wrong.push(...spoken.filter(text => foreign.test(text)).map(text => `not ${language}: ${text.slice(0, 100)}`));

// No two things have the same id.
const ids = all('[id]').map(element => element.id);
wrong.push(...ids.filter((id, place) => ids.indexOf(id) != place).map(id => `two are called ${id}`));
return wrong;
