import { useEffect } from 'react';

/** Names the tab of the browser after what the view shows. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = `${text} · Tabplane`;
  }, [text]);
}
