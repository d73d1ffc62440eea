import { createElement, type ReactNode } from 'react';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import './guide.css';
import type { GuidePage } from './guide.ts';
import type { GuideNode } from './nodes.ts';

interface GuidePageViewProps {
  readonly page: GuidePage;
  /** Opens another page, by its id. */
  readonly onOpen: (id: string) => void;
}

/** A page of the guide, in Spanish. */
export function GuidePageView({ page, onOpen }: GuidePageViewProps) {
  const { spanish } = useNamespace('admin').guide;
  const { language } = useLanguage();
  return (
    <>
      {language !== 'es' && <p className="mb-3 text-small text-ink-soft">{spanish}</p>}
      <div lang="es" className="guide">
        {page.nodes.map((node, index) => render(node, index, onOpen))}
      </div>
    </>
  );
}

const otherPage = /^([\w-]+)\.md$/;

function render(node: GuideNode, key: number, onOpen: GuidePageViewProps['onOpen']): ReactNode {
  if (typeof node === 'string') return <span key={key}>{node}</span>;
  const { tag, href = '', src, alt } = node;
  if (tag === 'img') return <img key={key} src={src} alt={alt} loading="lazy" />;
  const children = node.children.map((child, index) => render(child, index, onOpen));
  if (tag === 'table')
    return (
      <table key={key}>
        <tbody>{children}</tbody>
      </table>
    );
  if (tag !== 'a') return createElement(tag, { key }, children);
  const id = otherPage.exec(href)?.[1];
  if (id === undefined)
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  return (
    <button key={key} type="button" onClick={() => onOpen(id)}>
      {children}
    </button>
  );
}
