import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FactsProps {
  /** On a tablet the facts are cards that share the screen, not rows of a list. */
  readonly cards?: 'row' | 'grid';
  readonly children: ReactNode;
}

export function Facts({ cards, children }: FactsProps) {
  return (
    <ul className="facts" data-cards={cards}>
      {children}
    </ul>
  );
}

export interface FactRowProps {
  /** On the coloured square. */
  readonly icon?: LucideIcon;
  /** In place of the icon, for example a number. */
  readonly mark?: ReactNode;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  /** The highlighted value. */
  readonly value?: ReactNode;
  /** Actions below the fact. */
  readonly children?: ReactNode;
}

export function FactRow({ icon: Icon, mark, title, line, value, children }: FactRowProps) {
  return (
    <li className="fact">
      <div className="fact-row">
        <div className="fact-mark">{Icon ? <Icon strokeWidth={1.75} aria-hidden="true" /> : mark}</div>
        <div className="fact-content">
          <div className="fact-text" data-lined={line ? '' : undefined}>
            <h3 className="fact-title">{title}</h3>
            {line && <p className="fact-line">{line}</p>}
          </div>
          {value && <p className="fact-value">{value}</p>}
        </div>
      </div>
      {children}
    </li>
  );
}
