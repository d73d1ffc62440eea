import { parseSync, Visitor, type ESTree } from 'vite';

/**
 * The nodes that an expression puts into a parent. A browser's translator replaces each text node by `<font>`: React can
 * neither remove such a text node nor insert an element before it, and the screen fails.
 */
interface Nodes {
  readonly hasText: boolean;
  /** They come, go or are replaced while the parent stays. */
  readonly change: boolean;
  /** React removes their text nodes one by one, even where they are all that the parent has. */
  readonly removedSingly: boolean;
}

const element: Nodes = { hasText: false, change: false, removedSingly: false };
const text: Nodes = { ...element, hasText: true };
const changing: Nodes = { ...element, change: true };

const together = (nodes: readonly Nodes[]): Nodes => ({
  hasText: nodes.some((each) => each.hasText),
  change: nodes.some((each) => each.change),
  removedSingly: nodes.some((each) => each.removedSingly),
});

/** The components of all files, by name. */
export type Components = ReadonlyMap<string, Nodes>;

/** They show their children in their own parent, and something else while or after those load. */
const replacing = /^(Suspense|Optional|Boundary)$/;

type JsxParent = ESTree.JSXElement | ESTree.JSXFragment;

/** Whether a parent gets elements where another component gives it `children`: a block, or a component. */
const isBlock = (parent: JsxParent): boolean =>
  parent.type === 'JSXElement' &&
  parent.openingElement.name.type === 'JSXIdentifier' &&
  /^(div|main|section|form|ul|ol|nav|header|footer|[A-Z]\w*)$/.test(parent.openingElement.name.name);

/** The children that another component gives. */
const isChildren = (node: ESTree.Node): boolean =>
  node.type === 'JSXExpressionContainer'
    ? isChildren(node.expression)
    : node.type === 'Identifier' && node.name === 'children';

const isJsx = (node: ESTree.Node): boolean => /^JSX(Element|Fragment)$/.test(node.type);

const isNothing = (node: ESTree.Node): boolean =>
  (node.type === 'Literal' && (node.value === null || typeof node.value === 'boolean')) ||
  (node.type === 'Identifier' && node.name === 'undefined') ||
  node.type === 'JSXEmptyExpression';

/** The expressions of which one is shown. */
function outcomesOf(node: ESTree.Node): readonly ESTree.Node[] {
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSNonNullExpression')
    return outcomesOf(node.expression);
  if (node.type === 'ConditionalExpression')
    return [...outcomesOf(node.consequent), ...outcomesOf(node.alternate)];
  if (node.type !== 'LogicalExpression') return [node];
  if (node.operator === '&&')
    return [{ ...node.right, type: 'JSXEmptyExpression' }, ...outcomesOf(node.right)];
  return [...outcomesOf(node.left), ...outcomesOf(node.right)];
}

const isTextual = (nodes: Nodes): boolean => nodes.hasText && !nodes.change && !nodes.removedSingly;

/** The nodes of one of several expressions. Text that replaces text keeps its node. */
function oneOf(expressions: readonly ESTree.Node[], nodesOf: (node: ESTree.Node) => Nodes): Nodes {
  const outcomes = expressions.flatMap(outcomesOf);
  const nodes = outcomes.filter((each) => !isNothing(each)).map(nodesOf);
  const isSteady = outcomes.length === nodes.length && (nodes.length === 1 || nodes.every(isTextual));
  const all = together(nodes);
  return isSteady ? all : { ...all, change: nodes.length > 0 };
}

/** Reads the nodes that the elements of one program have. */
class Reader {
  /** The properties whose nature the file declares. */
  readonly #declared: ReadonlyMap<string, Nodes>;
  readonly #components: Components;

  constructor(declared: ReadonlyMap<string, Nodes>, components: Components) {
    this.#declared = declared;
    this.#components = components;
  }

  nodesOf = (node: ESTree.Node): Nodes => {
    switch (node.type) {
      case 'JSXText':
        return text;
      case 'JSXElement':
        return this.#elementNodes(node);
      case 'JSXFragment': {
        const inside = together(this.childrenOf(node));
        return { ...inside, removedSingly: inside.hasText };
      }
      case 'JSXExpressionContainer':
        return oneOf([node.expression], this.nodesOf);
      case 'Identifier':
        return this.#declared.get(node.name) ?? text;
      case 'CallExpression':
        return this.#callNodes(node);
      case 'ChainExpression':
        return this.nodesOf(node.expression);
      case 'ArrayExpression':
        return together(node.elements.map((each) => (each ? this.nodesOf(each) : element)));
      default:
        return text;
    }
  };

  #elementNodes({ openingElement: { name } }: ESTree.JSXElement): Nodes {
    if (name.type !== 'JSXIdentifier' || !/^[A-Z]/.test(name.name)) return element;
    return replacing.test(name.name) ? changing : (this.#components.get(name.name) ?? element);
  }

  /** A list of elements, or a text. */
  #callNodes({ callee, arguments: given }: ESTree.CallExpression): Nodes {
    const name = callee.type === 'MemberExpression' ? callee.property : callee;
    const called = name.type === 'Identifier' ? name.name : '';
    if (/^(render[A-Z]\w*|children|createPortal|createElement)$/.test(called)) return element;
    const component = callee === name && this.#components.get(called);
    if (component) return component;
    const made = given.find((each) => each.type === 'ArrowFunctionExpression');
    if (!/^(map|flatMap|from)$/.test(called) || !made) return text;
    const inside = oneOf(returnsOf(made), this.nodesOf);
    return { hasText: inside.hasText, change: true, removedSingly: inside.hasText };
  }

  childrenOf(parent: JsxParent): readonly Nodes[] {
    return parent.children
      .filter((each) => each.type !== 'JSXText' || !/^\s*\n\s*$|^$/.test(each.value))
      .filter(
        (each) => each.type !== 'JSXExpressionContainer' || each.expression.type !== 'JSXEmptyExpression',
      )
      .filter((each) => !isBlock(parent) || !isChildren(each))
      .flatMap((each) => (each.type === 'JSXFragment' ? this.childrenOf(each) : [this.nodesOf(each)]));
  }

  /** Whether the browser's translator breaks the parent. */
  breaks(parent: JsxParent): boolean {
    const children = this.childrenOf(parent);
    const isAlone = children.length === 1 && parent.type === 'JSXElement';
    return (
      children.some((each) => each.hasText && each.change && (each.removedSingly || !isAlone)) ||
      (children.some((each) => each.hasText) && children.some((each) => each.change && !each.hasText))
    );
  }
}

type Returning = ESTree.Function | ESTree.ArrowFunctionExpression;

/** The expressions that a function returns, without those of the functions inside. */
function returnsOf({ body }: Returning): readonly ESTree.Node[] {
  if (body?.type !== 'BlockStatement') return body ? [body] : [];
  const found: ESTree.Node[] = [];
  const read = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(read);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type } = node as ESTree.Node;
    if (/Function/.test(String(type))) return;
    if (type === 'ReturnStatement') found.push(...[(node as ESTree.ReturnStatement).argument ?? []].flat());
    else Object.values(node).forEach(read);
  };
  read(body.body);
  return found;
}

function parse(path: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return program;
}

/** Whether a value is an element, or a list of elements. */
const holdsJsx = (node: ESTree.Node): boolean =>
  isJsx(node) ||
  (node.type === 'CallExpression' &&
    node.arguments.some(
      (each) => each.type === 'ArrowFunctionExpression' && returnsOf(each).flatMap(outcomesOf).some(isJsx),
    ));

function readerOf(program: ESTree.Program, components: Components): Reader {
  const declared = new Map<string, Nodes>();
  const variables: [string, ESTree.Node][] = [];
  new Visitor({
    TSPropertySignature({ key, optional: isOptional, typeAnnotation }) {
      if (key.type !== 'Identifier' || !typeAnnotation) return;
      const { typeAnnotation: type } = typeAnnotation;
      const types = type.type === 'TSUnionType' ? type.types : [type];
      const mayMiss = isOptional || types.some((each) => /^TS(Null|Undefined)Keyword$/.test(each.type));
      const isString = types.some((each) => /^TS(String|Number)Keyword$/.test(each.type));
      const names = types.flatMap((each) =>
        each.type === 'TSTypeReference' && each.typeName.type === 'Identifier' ? [each.typeName.name] : [],
      );
      if (mayMiss && isString) declared.set(key.name, { ...text, change: true });
      else if (names.some((name) => /^React(Node|Element)$|^Element$/.test(name)))
        declared.set(key.name, mayMiss ? changing : key.name === 'children' ? text : element);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && [init, ...outcomesOf(init)].some(holdsJsx))
        variables.push([id.name, init]);
    },
  }).visit(program);
  const reader = new Reader(declared, components);
  for (const [name, value] of variables) declared.set(name, oneOf([value], reader.nodesOf));
  return reader;
}

/** The components of a program, and its functions that return elements. */
function componentsOf(program: ESTree.Program, components: Components): Components {
  const own = new Map(components);
  const reader = readerOf(program, own);
  const found = new Map<string, Nodes>();
  const add = (name: string, made: Returning) => {
    const returned = returnsOf(made);
    if (!/^[A-Z]/.test(name) && !returned.flatMap(outcomesOf).some(isJsx)) return;
    const nodes = oneOf(returned, (node) => (isChildren(node) ? element : reader.nodesOf(node)));
    found.set(name, { ...nodes, removedSingly: nodes.hasText });
    own.set(name, found.get(name) ?? nodes);
  };
  new Visitor({
    FunctionDeclaration(node) {
      if (node.id) add(node.id.name, node);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') add(id.name, init);
    },
  }).visit(program);
  return found;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Finds the elements in which React inserts an element beside bare text, or removes one of several nodes of text. */
export function bareTexts(files: readonly SourceFile[]): readonly string[] {
  const programs = files.map(({ path, text: source }) => ({ path, source, program: parse(path, source) }));
  const components = new Map<string, Nodes>();
  // A component that shows another one is what that one is: a second pass reaches those of files that follow.
  for (let pass = 0; pass < 2; pass += 1)
    for (const { program } of programs)
      for (const [name, nodes] of componentsOf(program, components)) components.set(name, nodes);
  return programs.flatMap(({ path, source, program }) => {
    // Several files have a component of the same name for themselves.
    const reader = readerOf(program, new Map([...components, ...componentsOf(program, components)]));
    const found: string[] = [];
    const check = (node: JsxParent) => {
      if (reader.breaks(node)) found.push(`${path}:${source.slice(0, node.start).split('\n').length}`);
    };
    new Visitor({ JSXElement: check, JSXFragment: check }).visit(program);
    return found;
  });
}
