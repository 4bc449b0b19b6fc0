/**
 * Copies the text beside a button, and says so on the button. It selects the text if the browser does not allow copying,
 * as on an address of another machine.
 */
export async function copyBeside(button: HTMLElement): Promise<void> {
  const text = button.parentElement?.querySelector('pre');
  if (text === null || text === undefined) return;
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(text);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}
