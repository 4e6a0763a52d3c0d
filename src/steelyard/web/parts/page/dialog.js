// Dialogs that the browser's Back button closes.

/**
 * Show a dialog that is removed when it is closed.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>} what it was closed with, once the page's history is as it was before
 */
export function openDialog(dialog) {
  return new Promise((resolve) => {
    const close = () => dialog.close();
    history.pushState({ dialog: true }, "");
    addEventListener("popstate", close, { once: true });
    dialog.addEventListener("close", () => {
      removeEventListener("popstate", close);
      dialog.remove();
      const done = () => resolve(dialog.returnValue);
      if (!history.state?.dialog) return done();
      addEventListener("popstate", done, { once: true });
      history.back();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Go to another page; a dialog that is open leaves no trace in the history. @param {string} address */
export function leaveFor(address) {
  if (history.state?.dialog) location.replace(address);
  else location.assign(address);
}
