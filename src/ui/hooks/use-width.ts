import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns the live width of an element in pixels, without its borders and scroll bar; 0 before its first layout. For what
 * has many descendants: the browser lays out the whole content of a query container whenever anything around it changes.
 */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const update = (): void => setWidth(current.clientWidth);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Returns the limits, in rem, that a width in pixels is within, as the attribute by which style sheets distinguish them. */
export function narrowness(width: number, limits: readonly number[]): { readonly 'data-within': string } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { 'data-within': limits.filter((limit) => width <= limit * rem).join(' ') };
}
