import { useState } from 'react';
import {
  answers,
  phraseGroups,
  type AnswerId,
  type PhraseGroup,
  type PhraseId,
} from '../../content/phrases.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { Carousel } from '../../ui/Carousel.tsx';
import { useTablet } from '../../ui/useTablet.ts';
import { phraseIcons } from './phraseIcons.ts';
import { PhraseSign } from './PhraseSign.tsx';

/** Sentences to choose from. The chosen one is shown large to the driver, who points at an answer. */
export default function PhrasesPanel() {
  const [sentence, setSentence] = useState<PhraseId | null>(null);
  const [answer, setAnswer] = useState<AnswerId | null>(null);
  const [last, setLast] = useState<PhraseId | null>(null);
  const own = useNamespace('phrases');
  const spanish = useSpanishNamespace('phrases');

  const choose = (id: PhraseId) => {
    setSentence(id);
    setLast(id);
  };
  const back = () => {
    setSentence(null);
    setAnswer(null);
  };

  if (!sentence) return <Choice focused={last} onChoose={choose} />;
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
      spanish={spanish.sentences[sentence]}
      own={own.sentences[sentence]}
      onBack={back}
      heading={<AnswersTitle />}
    >
      <Answers onAnswer={setAnswer} />
    </PhraseSign>
  );
}

/** The sentences by group. The focus returns to `focused`, the last one shown. */
function Choice(props: ChoiceProps) {
  const { intro } = useNamespace('phrases');
  const { steps } = useNamespace('panels');
  const groups = (Object.keys(phraseGroups) as PhraseGroup[]).map((group) => (
    <Group key={group} group={group} {...props} />
  ));
  return (
    <>
      <p className="text-ink-soft tablet:mb-3">{intro}</p>
      {useTablet() ? (
        <Carousel label={intro} words={steps}>
          {groups}
        </Carousel>
      ) : (
        groups
      )}
    </>
  );
}

interface ChoiceProps {
  readonly focused: PhraseId | null;
  readonly onChoose: (id: PhraseId) => void;
}

function Group({ group, focused, onChoose }: ChoiceProps & { group: PhraseGroup }) {
  const { groups, sentences } = useNamespace('phrases');
  return (
    <section aria-labelledby={`phrases-${group}`} className="phrases">
      <h3 id={`phrases-${group}`} className="headline text-lead tablet:text-title">
        {groups[group]}
      </h3>
      <ul className="phrases-list">
        {phraseGroups[group].map((id) => {
          const Icon = phraseIcons[id];
          return (
            <li key={id}>
              <button
                type="button"
                ref={id === focused ? focusOnMount : undefined}
                onClick={() => onChoose(id)}
                className="phrase"
              >
                <span className="phrase-icon">
                  <Icon strokeWidth={1.75} aria-hidden="true" />
                </span>
                <span className="min-w-0 hyphens-auto">{sentences[id]}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function AnswersTitle() {
  const own = useNamespace('phrases');
  const spanish = useSpanishNamespace('phrases');
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
  const own = useNamespace('phrases');
  const spanish = useSpanishNamespace('phrases');
  return (
    <ul aria-labelledby="phrases-reply" className="mt-3 grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
      {answers.map((id) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onAnswer(id)}
            className="key size-full min-h-16 rounded-control px-4 py-2.5 text-left leading-snug tablet:min-h-target tablet:leading-tight"
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
