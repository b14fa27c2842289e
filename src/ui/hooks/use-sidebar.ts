import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Minimum width at which the navigation sits beside the view; below, it overlays the view. */
const IS_BESIDE = '(min-width: 75rem)';

/** Returns whether the navigation is open. As an overlay, it closes when the user navigates. */
export function useSidebar(): { readonly isOpen: boolean; toggle(): void } {
  const pathname = useLocation({ select: (location) => location.pathname });
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
