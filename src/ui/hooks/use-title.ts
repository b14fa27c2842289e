import { useEffect } from 'react';

/** Sets the title of the browser tab. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = `${text} · Tabplane`;
  }, [text]);
}
