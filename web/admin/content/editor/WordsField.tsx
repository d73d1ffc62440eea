import { Check } from 'lucide-react';
import { use } from 'react';
import type { WordsShape } from '../../../../shared/content/shape.ts';
import { textIn } from '../../../../shared/content/text.ts';
import type { Language } from '../../../../shared/languages.ts';
import { editSpanish, editTranslation, stateOf, type Words } from '../../../../shared/content/words.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { Mark } from '../list/Marks.tsx';
import { PreviewCut, TargetLanguage } from '../studio.ts';
import { useField, type ShapeFieldProps } from './useField.ts';
import { RemoveButton } from './ItemButtons.tsx';
import { TextControl } from './TextControl.tsx';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** Texts that may have more characters have several lines. */
const longText = 120;

/** The language of a text that does not fit the passenger's screen, of the two that are edited. */
function useCutLanguage(
  words: Words,
  { fits }: WordsShape,
  edited: readonly Language[],
): Language | undefined {
  const cut = use(PreviewCut);
  const cutIn = edited.find((language) => {
    const text = textIn(words, language).text.trim();
    const isCut = cut?.language === language && cut.texts.some((each) => text !== '' && each.includes(text));
    return isCut || [...text].length > fits;
  });
  return cutIn && textIn(words, cutIn).language;
}

/** A text in Spanish, and beside it in the language that is translated into. */
export function WordsField({ path, shape, name }: ShapeFieldProps<WordsShape>) {
  const language = use(TargetLanguage);
  const { value: words, write, key } = useField<Words>(path, shape);
  const spanish = useField<string>([...path, 'es'], shape);
  const translation = useField<string | undefined>([...path, language, 'text'], shape);
  const text = words[language]?.text ?? '';
  const state = stateOf(words, language);
  const cutIn = useCutLanguage(words, shape, [language, 'es']);
  const of = words[language]?.of;
  return (
    <fieldset className="min-w-0">
      <legend className="flex w-full items-center gap-2 pb-1 font-semibold">
        <span className="flex-1">{name}</span>
        <Mark language={cutIn ?? language} state={cutIn ? 'cut' : state} />
        {shape.optional && <RemoveButton path={path} name={name} />}
      </legend>
      <div className="grid gap-3 md:grid-cols-2">
        <TextControl
          label={languageNames.es}
          lang="es"
          value={words.es}
          max={shape.fits}
          isLong={shape.max > longText}
          error={spanish.error}
          field={spanish.key}
          onChange={(es) => write(editSpanish(words, es))}
        />
        <TextControl
          label={languageNames[language]}
          lang={language}
          value={text}
          max={shape.fits}
          isLong={shape.max > longText}
          error={translation.error}
          field={`${key}/${language}`}
          onChange={(next) => write(editTranslation(words, language, next))}
          below={
            state === 'outdated' && (
              <SpanishChange
                before={of ?? ''}
                onStillRight={() => write(editTranslation(words, language, text))}
              />
            )
          }
        />
      </div>
    </fieldset>
  );
}

interface SpanishChangeProps {
  /** The Spanish that was translated. */
  readonly before: string;
  readonly onStillRight: () => void;
}

/** The Spanish has changed since it was translated. */
function SpanishChange({ before, onStillRight }: SpanishChangeProps) {
  const t = useNamespace('studio').editor;
  return (
    <div className="flex flex-col items-start gap-1 rounded-control bg-surface-sunken px-3 py-2 text-small">
      <p className="font-semibold">{t.spanishChanged}</p>
      <p lang="es" className="whitespace-pre-line">
        {before}
      </p>
      <SmallButton icon={Check} className="mt-1" onClick={onStillRight}>
        {t.stillRight}
      </SmallButton>
    </div>
  );
}
