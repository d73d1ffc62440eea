import { useCallback, useState } from 'react';

/** The width of an element as it changes, in pixels; 0 before it is there. */
export function useWidth<Element extends HTMLElement>() {
  const [width, setWidth] = useState(0);
  const observe = useCallback((element: Element) => {
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, observe] as const;
}
