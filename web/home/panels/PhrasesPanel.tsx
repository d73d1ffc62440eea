import { useState } from 'react';
import {
  answers,
  phraseGroups,
  type AnswerId,
  type PhraseGroup,
  type PhraseId,
} from '../../content/phrases.ts';
import { useArea, useSpanishArea } from '../../i18n/areas.ts';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { phraseIcons } from './phraseIcons.ts';
import { PhraseSign } from './PhraseSign.tsx';

type Shown = { readonly from: PhraseId; readonly answer?: AnswerId };

/** Sentences to choose from. The chosen one is shown large to the driver, who points at an answer. */
export default function PhrasesPanel() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [last, setLast] = useState<PhraseId | null>(null);
  const own = useArea('phrases');
  const spanish = useSpanishArea('phrases');

  if (!shown)
    return (
      <Choice
        focused={last}
        onChoose={(id) => {
          setShown({ from: id });
          setLast(id);
        }}
      />
    );
  const { from, answer } = shown;
  const back = () => setShown(null);
  if (answer)
    return (
      <PhraseSign
        key={answer}
        spanish={spanish.answers[answer]}
        own={own.answers[answer]}
        reply
        onBack={back}
      />
    );
  return (
    <PhraseSign
      spanish={spanish.sentences[from]}
      own={own.sentences[from]}
      onBack={back}
      heading={<AnswersTitle />}
    >
      <Answers onAnswer={(id) => setShown({ from, answer: id })} />
    </PhraseSign>
  );
}

interface ChoiceProps {
  /** The last sentence shown, where the focus returns. */
  readonly focused: PhraseId | null;
  readonly onChoose: (id: PhraseId) => void;
}

function Choice({ focused, onChoose }: ChoiceProps) {
  const { intro, groups, sentences } = useArea('phrases');
  return (
    <>
      <p className="text-ink-soft">{intro}</p>
      {(Object.keys(phraseGroups) as PhraseGroup[]).map((group) => (
        <section key={group} aria-labelledby={`phrases-${group}`} className="mt-5">
          <h3 id={`phrases-${group}`} className="headline text-lead">
            {groups[group]}
          </h3>
          <ul className="mt-2.5 grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
            {phraseGroups[group].map((id) => (
              <li key={id}>
                <Sentence
                  id={id}
                  text={sentences[id]}
                  focused={id === focused}
                  onPress={() => onChoose(id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface SentenceProps {
  readonly id: PhraseId;
  readonly text: string;
  readonly focused: boolean;
  readonly onPress: () => void;
}

function Sentence({ id, text, focused, onPress }: SentenceProps) {
  const Icon = phraseIcons[id];
  return (
    <button
      type="button"
      ref={focused ? focusOnMount : undefined}
      onClick={onPress}
      className="key flex size-full min-h-18 items-center gap-3.5 rounded-control px-3.5 py-2.5 text-left leading-snug font-medium"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-small bg-accent-soft text-accent">
        <Icon size={26} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 hyphens-auto">{text}</span>
    </button>
  );
}

function AnswersTitle() {
  const own = useArea('phrases');
  const spanish = useSpanishArea('phrases');
  return (
    <h3 id="phrases-reply" className="leading-snug">
      <span lang="es" className="font-semibold">
        {spanish.reply}
      </span>
      {own !== spanish && <span className="block text-small text-ink-soft">{own.reply}</span>}
    </h3>
  );
}

function Answers({ onAnswer }: { onAnswer: (id: AnswerId) => void }) {
  const own = useArea('phrases');
  const spanish = useSpanishArea('phrases');
  return (
    <ul aria-labelledby="phrases-reply" className="mt-3 grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
      {answers.map((id) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onAnswer(id)}
            className="key size-full min-h-16 rounded-control px-4 py-2.5 text-left leading-snug"
          >
            <span lang="es" className="block font-semibold">
              {spanish.answers[id]}
            </span>
            {own !== spanish && <span className="block text-small text-ink-soft">{own.answers[id]}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
