import { CircleAlert } from 'lucide-react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import type { Problem } from '../document/itemProblems.ts';
import { shapeAt } from '../document/tree.ts';
import { useDescribeProblem } from '../editor/EditorContext.ts';
import { fieldNames, itemNameAt, partOf } from '../names.ts';
import { useContent, useStudio } from '../studio.ts';

/** The problems that prevent a publication; each leads to its field. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const t = useNamespace('content');
  const { open } = useStudio();
  const content = useContent();
  const describe = useDescribeProblem();
  return (
    <section className="rounded-control bg-danger-soft px-4 py-3 text-danger">
      <h3 className="flex items-center gap-2 font-semibold">
        <CircleAlert size={22} className="shrink-0" />
        {t.publish.problems(String(problems.length))}
      </h3>
      <ul className="mt-1 text-small">
        {problems.map((problem) => {
          const { key, path, code } = problem;
          const name = itemNameAt(content, path, t) ?? (path.length > 0 ? t.parts[partOf(path)] : '');
          const field = fieldNames(path, t);
          return (
            <li key={`${key} ${code}`}>
              <button
                type="button"
                onClick={() => open(path)}
                className="min-h-11 py-1 text-left underline underline-offset-4 [overflow-wrap:anywhere]"
              >
                {[name, field].filter(Boolean).join(', ')}: {describe(problem, shapeAt(content, path))}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
