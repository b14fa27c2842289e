import type { Theme } from '../../state/stores/preferences-store.ts';

const DARK_CLASS = 'pf-v6-theme-dark';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Applies a theme to the document; `system` follows the system until another theme is applied. */
export function applyTheme(theme: Theme): () => void {
  const apply = () => {
    const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches);
    document.documentElement.classList.toggle(DARK_CLASS, isDark);
  };
  apply();
  systemIsDark.addEventListener('change', apply);
  return () => systemIsDark.removeEventListener('change', apply);
}
