import { createElement, type SVGProps } from 'react';

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** The side of the square, in pixels unless it has a unit. */
  readonly size?: number | string;
}

/**
 * Makes the component of an icon of lucide-react. In the build it takes the place of the library's own function, which
 * weighs more than all icons of the first load: `tools/vite/direct-icons.ts`. The icon is decoration, its control has a name.
 */
export default function createIcon({ node }: IconData) {
  return function Icon({ size = 24, ...props }: IconProps) {
    const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
    const square = { width: size, height: size, viewBox: '0 0 24 24' };
    const line = {
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    } as const;
    return createElement('svg', { fill: 'none', 'aria-hidden': true, ...square, ...line, ...props }, drawing);
  };
}
