import { useEffect, useState } from 'react';

/** `value` once it has rested for `milliseconds`. */
export function useDebounced<Value>(value: Value, milliseconds = 250): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
