import { Star } from 'lucide-react';
import { useArea } from '../i18n/areas.ts';
import { focusOnMount } from '../ui/focusOnMount.ts';
import { GuideLink } from './Links.tsx';

export function Thanks({ stars, name }: { readonly stars: number; readonly name: string }) {
  const { rate } = useArea('publicPages');
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-5 py-10 text-center">
      <p className="flex justify-center gap-1 text-accent">
        <span className="sr-only">{rate.stars(stars)}</span>
        {Array.from({ length: stars }, (_, index) => (
          <Star key={index} className="size-11 fill-accent" aria-hidden="true" />
        ))}
      </p>
      {/* The pressed button, which had the focus, is gone. */}
      <h1 ref={focusOnMount} tabIndex={-1} className="headline text-display outline-none">
        {rate.thanks}
      </h1>
      <p className="text-lead text-ink-soft">{rate.thanksText(name)}</p>
      <div className="mt-4 flex w-full flex-col">
        <GuideLink />
      </div>
    </main>
  );
}
