import type { ReactNode } from 'react';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';

interface QuestionProps {
  readonly title: string;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** A question in place of a trip's buttons, with a way back to them. */
export function Question({ title, onBack, children }: QuestionProps) {
  const { home } = useMessages();
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 font-semibold">{title}</legend>
      {children}
      <Button variant="quiet" onClick={onBack}>
        {home.cancel}
      </Button>
    </fieldset>
  );
}
