export { formatPesos } from '../../shared/content/pesos.ts';
