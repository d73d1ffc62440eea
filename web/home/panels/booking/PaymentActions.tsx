import { CodeActions } from './CodeActions.tsx';
import { PaymentLink } from '../../../components/PaymentLink.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';

export interface PaymentActionsProps {
  /** The address of a page of the company's payment provider. */
  readonly url: string;
  /** The name of the route. */
  readonly name: string;
}

/** Pays a route on the passenger's own phone, or by a link that names the site. */
export function PaymentActions({ url, name }: PaymentActionsProps) {
  const { pay } = useNamespace('panels').info;
  const { host } = new URL(url);
  return (
    <CodeActions
      url={url}
      name={name}
      label={pay.button}
      title={pay.qr(name)}
      scan={pay.scan(host)}
      facts={host}
      renderLink={(className) => <PaymentLink url={url} about={name} className={className} />}
    />
  );
}
