/** Listens to nothing but time: for `useSyncExternalStore` of a value that changes by itself. @returns subscribe */
export function every(milliseconds: number): (look: () => void) => () => void {
  return (look) => {
    const timer = setInterval(look, milliseconds);
    return () => clearInterval(timer);
  };
}
