import { useId } from 'react';
import { useAction } from '../../../forms/useAction.ts';
import { Field } from '../../../forms/TextField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useDescribeProblem } from '../editor/EditorContext.ts';
import { useContent } from '../studio.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { readPrices, type FileProblem } from './priceFile.ts';

/** Reads prices from a file, and shows what will change or why the file is refused. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useNamespace('content').prices.import;
  const content = useContent();
  const id = useId();
  const reading = useAction(async (file: File) => readPrices(await file.text(), content));
  const result = reading.result;
  return (
    <PreviewDialog
      title={t.title}
      after={result?.kind === 'read' ? result.content : null}
      done={t.done}
      onClose={onClose}
    >
      <Field id={id} label={t.file} hint={t.hint}>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) reading.run(file);
          }}
          className="w-full rounded-control border-2 border-line-strong p-2 text-small file:mr-3 file:rounded-small file:border-0 file:bg-accent-soft file:px-3 file:py-2 file:font-semibold file:text-accent"
        />
      </Field>
      {reading.errorText && <Notice tone="error">{reading.errorText}</Notice>}
      {result?.kind === 'refused' && <Refused problems={result.problems} />}
    </PreviewDialog>
  );
}

function Refused({ problems }: { readonly problems: readonly FileProblem[] }) {
  const t = useNamespace('content').prices.import;
  const describe = useDescribeProblem();
  const isOwn = (code: FileProblem['code']): code is keyof typeof t.problems =>
    Object.hasOwn(t.problems, code);
  return (
    <Notice tone="error">
      <p>{t.refused}</p>
      <ul className="list-disc pl-5">
        {problems.map(({ line, code, limit }) => (
          <li key={`${line} ${code}`}>
            {t.line(String(line))}{' '}
            {isOwn(code) ? t.problems[code] : describe({ code, ...(limit !== undefined && { limit }) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
