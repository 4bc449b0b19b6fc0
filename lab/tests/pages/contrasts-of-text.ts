/** For every visible text its contrast to the ground behind it, by the formula of WCAG 2. Runs in the page. */
export const contrastsOfText = `(() => {
  const read = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = read(colour).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return read(colour)[3] === 0 && element.parentElement ? ground(element.parentElement) : colour;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  return [...document.querySelectorAll('body *:not(script, option)')]
    .filter((element) => hasText(element) && element.checkVisibility())
    .map((element) => {
      const [light, dark] = [getComputedStyle(element).color, ground(element)].map(luminance).sort((a, b) => b - a);
      return [element.textContent.trim().slice(0, 40), (light + 0.05) / (dark + 0.05)];
    });
})()`;
