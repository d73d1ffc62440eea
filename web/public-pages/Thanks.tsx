import { Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useArea } from '../i18n/areas.ts';
import { GuideLink } from './Links.tsx';

/** The rating has arrived. */
export function Thanks({ stars, name }: { readonly stars: number; readonly name: string }) {
  const { rate } = useArea('publicPages');
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: the focus goes to what it has done.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-5 py-10 text-center">
      <p className="flex justify-center gap-1 text-accent">
        <span className="sr-only">{rate.stars(stars)}</span>
        {Array.from({ length: stars }, (_, index) => (
          <Star key={index} className="size-11 fill-accent" aria-hidden="true" />
        ))}
      </p>
      <h1 ref={heading} tabIndex={-1} className="headline text-display outline-none">
        {rate.thanks}
      </h1>
      <p className="text-lead text-ink-soft">{rate.thanksText(name)}</p>
      <div className="mt-4 flex w-full flex-col">
        <GuideLink />
      </div>
    </main>
  );
}
