import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideNode, GuideSource, GuideTag } from '../../web/admin/help/nodes.ts';

type Children = readonly GuideNode[];

/** Only what these name may stand in a page. Headings stand below the page's title, which is an h3 of the panel. */
const tags: Readonly<Record<string, GuideTag>> = {
  paragraph: 'p',
  strong: 'strong',
  em: 'em',
  list_item: 'li',
};

function nodesOf(tokens: readonly Token[] = []): Children {
  return tokens.flatMap(nodesOfToken);
}

function rowOf(cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): GuideNode {
  return { tag: 'tr', children: cells.map(({ tokens }) => ({ tag, children: nodesOf(tokens) })) };
}

/** @throws Error for Markdown that the guide does not use, HTML among it */
function nodesOfToken(token: Token): Children {
  const { type } = token;
  if (type === 'space') return [];
  if (type === 'text' || type === 'escape') {
    const { text, tokens } = token as Tokens.Text;
    return tokens ? nodesOf(tokens) : [text];
  }
  if (type === 'heading') {
    const { depth, tokens } = token as Tokens.Heading;
    return [{ tag: depth === 2 ? 'h4' : 'h5', children: nodesOf(tokens) }];
  }
  if (type === 'list') {
    const { ordered, items } = token as Tokens.List;
    return [{ tag: ordered ? 'ol' : 'ul', children: nodesOf(items) }];
  }
  if (type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [{ tag: 'table', children: [rowOf(header, 'th'), ...rows.map((row) => rowOf(row, 'td'))] }];
  }
  if (type === 'link')
    return [{ tag: 'a', href: (token as Tokens.Link).href, children: nodesOf(token['tokens']) }];
  if (type === 'image') {
    const { href, text } = token as Tokens.Image;
    return [{ tag: 'img', src: href, alt: text, children: [] }];
  }
  const tag = tags[type];
  if (!tag) throw new Error(`A page of the guide has ${type}: ${token.raw}`);
  return [{ tag, children: nodesOf((token as { readonly tokens?: Token[] }).tokens) }];
}

function textOf(node: GuideNode): string {
  if (typeof node === 'string') return node;
  return `${node.children.map(textOf).join('')}${/^(h4|h5|p|li|th|td)$/.test(node.tag) ? ' ' : ''}`;
}

/** A page of the guide as data. Its first line is its title. @throws Error for Markdown that the guide does not use */
export function readGuidePage(markdown: string): GuideSource {
  const [first, ...rest] = marked.lexer(markdown.replace(/^<!--.*?-->\s*/s, ''));
  if (first?.type !== 'heading' || (first as Tokens.Heading).depth !== 1)
    throw new Error('A page of the guide begins with its title');
  const nodes = nodesOf(rest);
  const text = nodes.map(textOf).join('').replace(/\s+/g, ' ').trim();
  return { title: (first as Tokens.Heading).text, nodes, text };
}

/** Turns the Markdown of the guide into data at build time; its pictures become files of the build. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    transform: {
      filter: { id: /\/help\/pages\/[\w-]+\.md$/ },
      handler(markdown) {
        const pictures: string[] = [];
        const json = JSON.stringify(readGuidePage(markdown)).replace(
          /"src":("(?:[^"\\]|\\.)*")/g,
          (_, path: string) => `"src":picture${pictures.push(path) - 1}`,
        );
        const imports = pictures.map((path, index) => `import picture${index} from ${path};`);
        return { code: `${imports.join('')}export default ${json};`, map: null };
      },
    },
  };
}
