import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** From this width on the navigation stands beside the view; below, it lies over it. */
const IS_BESIDE = '(min-width: 75rem)';

/** Whether the navigation is open. Where it would lie over the view it closes when a view was chosen. */
export function useSidebar(): { readonly isOpen: boolean; toggle(): void } {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(() => matchMedia(IS_BESIDE).matches);
  const [seen, setSeen] = useState(pathname);
  if (seen !== pathname) {
    setSeen(pathname);
    if (!matchMedia(IS_BESIDE).matches) setOpen(false);
  }
  useEffect(() => {
    const media = matchMedia(IS_BESIDE);
    const follow = () => setOpen(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return { isOpen, toggle: () => setOpen(!isOpen) };
}
