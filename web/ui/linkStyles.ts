/** Classes of a link that looks like a button: the shape, and one of three variants. */
export const linkClass =
  'inline-flex min-h-target items-center justify-center gap-3 rounded-control px-6 py-3 text-center leading-snug text-balance font-semibold transition-colors motion-reduce:transition-none';

export const linkVariants = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong active:bg-accent-strong',
  secondary:
    'border-2 border-line-strong bg-surface-raised text-ink hover:border-accent hover:text-accent active:bg-accent-soft',
  /** Less prominent, for one of several on the screen. */
  soft: 'bg-accent-soft text-accent hover:bg-accent hover:text-accent-ink active:bg-accent active:text-accent-ink',
};
