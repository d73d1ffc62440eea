/** Listens to nothing but time: for `useSyncExternalStore` of a value that changes by itself. @returns subscribe */
export function every(milliseconds: number): (poll: () => void) => () => void {
  return (poll) => {
    const timer = setInterval(poll, milliseconds);
    return () => clearInterval(timer);
  };
}
