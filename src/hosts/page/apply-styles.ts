/**
 * Applies the style sheets that the built page only loads, so that its skeleton is painted before them. They keep their
 * place before those of the views, which take precedence. Resolves when they are applied or could not be loaded.
 */
export async function applyStyles(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[data-applied="by-script"]');
  await Promise.all(
    Array.from(
      sheets,
      (sheet) =>
        new Promise<void>((resolve) => {
          for (const type of ['load', 'error']) sheet.addEventListener(type, () => resolve());
          sheet.rel = 'stylesheet';
        }),
    ),
  );
}
