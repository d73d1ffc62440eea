import { use } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Translated } from '../../../../shared/content/words.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { classes } from '../../../ui/classes.ts';
import { itemAt } from '../document/items.ts';
import { Mark } from '../list/Marks.tsx';
import { TargetLanguage, useSelected, useStudio } from '../studio.ts';

const others = languages.filter((language): language is Translated => language !== 'es');

/** The language that stands beside the Spanish, with the state of the item's texts in each. */
export function LanguageChoice({ path }: { readonly path: ContentPath }) {
  const t = useNamespace('content');
  const { setLanguage } = useStudio();
  const language = use(TargetLanguage);
  const item = useSelected((content) => itemAt(content, path));
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t.editor.translateInto}</legend>
      {others.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === language}
          onClick={() => setLanguage(each)}
          className={classes(
            'flex min-h-11 items-center gap-2 rounded-full border-2 px-4 text-small font-semibold',
            each === language
              ? 'border-accent bg-accent-soft text-accent'
              : 'border-line-strong hover:border-accent',
          )}
        >
          {languageNames[each]}
          {item && <Mark language={each} state={item.states[each]} />}
        </button>
      ))}
    </fieldset>
  );
}
