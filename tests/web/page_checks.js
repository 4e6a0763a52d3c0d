// What a careful eye would find on a page: text that is hard to read, targets that are hard to hit, things that stick out.
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (color) => {
    if (!known.has(color)) known.set(color, painted(color));
    return known.get(color);
  };
  const painted = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
  const light = (color) => {
    const [r, g, b] = color.map((part) => {
      const c = part / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) layers.push(rgba(getComputedStyle(one).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const faded = (element) => {
    for (let one = element; one; one = one.parentElement) if (Number(getComputedStyle(one).opacity) < 1) return true;
    return false;
  };
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className} "${(element.textContent ?? "").trim().slice(0, 30)}"`;

  const faint = [];
  for (const element of document.querySelectorAll("body *:not(svg, svg *)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || !visible(element) || faded(element) || element.closest(":disabled, .unseen, option")) continue;
    const back = ground(element);
    const [a, b] = [light(over(rgba(getComputedStyle(element).color), back)), light(back)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push(`${name(element)} ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
  }
  const small = [];
  for (const element of document.querySelectorAll("button, a, select, summary, input:not([type=radio])")) {
    const box = element.getBoundingClientRect();
    if (!visible(element) || !box.width || element.closest("p, .unseen")) continue;
    if (box.height < 43.5 || box.width < 43.5) small.push(`${name(element)} ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  const spilt = [...document.querySelectorAll("a, button")].filter(
    (element) => visible(element) && !element.closest("p, .unseen") && element.scrollWidth > element.clientWidth + 1,
  );
  const headings = document.querySelectorAll("h1").length;
  return { headings, faint, small, spilt: spilt.map(name), wide: document.documentElement.scrollWidth - innerWidth };
})()
