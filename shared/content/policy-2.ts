import type { Content, Policy } from './content.ts';

const sections: Policy['sections'] = [
  {
    title: '1. Quién responde por tus datos',
    text: '{company} («la empresa», «nosotros») es responsable del tratamiento de los datos personales en esta aplicación y en los traslados que se ofrecen con ella. Esta política se rige por la Ley N.º 19.628, sobre protección de los datos personales, modificada por la Ley N.º 21.719. Puedes comunicarte con nosotros {contact}.',
    items: [
      'Razón social: {legalName}',
      'RUT: {rut}',
      'Domicilio: {address}',
      'Correo electrónico: {email}',
      'Teléfono: {phone}',
      'WhatsApp: {whatsappNumber}',
    ],
  },
  {
    title: '2. De quiénes y qué datos tratamos',
    text: 'Tratamos solo los datos necesarios para prestar el servicio:',
    items: [
      'Conductores: nombre, correo electrónico, teléfono, foto de perfil, patente, código de conductor, las calificaciones que reciben, sus turnos (auto, comienzo y fin), y sus documentos de trabajo con su vencimiento y el archivo, si se sube.',
      'Tabletas con que trabajan: identificador, conductor y auto, versión, batería, conexión y hora del último aviso.',
      'Administradores: correo electrónico y los cambios que hacen en el panel de administración.',
      'Toda persona con cuenta: fecha y hora de sus ingresos, dirección de red, tipo de navegador, versiones de esta política que aceptó y, si los activa, su segundo paso de ingreso y sus llaves de acceso.',
      'Pasajeros: no necesitan cuenta. Guardamos las estrellas con que califican un viaje y su fecha, sin nombre ni contacto. Si nos escriben, tratamos lo que nos escriban.',
    ],
  },
  {
    title: '3. De dónde vienen los datos',
    text: 'Los datos nos los das tú al registrarte y al usar la aplicación, o los ingresa un administrador de la empresa cuando crea o corrige tu ficha. Si entras con la cuenta de otro servicio, ese servicio nos da tu correo electrónico y tu nombre. No usamos fuentes de acceso público.',
    items: [],
  },
  {
    title: '4. Para qué los usamos y con qué base legal',
    text: 'Cada uso tiene un fin y una base en la ley:',
    items: [
      'Crear tu cuenta, mantener tu sesión y comunicarnos contigo sobre ella: ejecución del acuerdo entre tú y la empresa.',
      'Mostrar al pasajero la foto, el nombre, la patente, el código y la calificación de quien conduce: ejecución de ese acuerdo e interés legítimo en la seguridad de los pasajeros.',
      'Recibir calificaciones y calcular su promedio: interés legítimo en la calidad del servicio.',
      'Saber quién condujo cada auto y cuándo, y qué documentos vencen: ejecución de ese acuerdo, deberes legales del transporte e interés legítimo en responder a pasajeros, aseguradoras y autoridades.',
      'Ver que las tabletas funcionan y bloquear una que se pierde: interés legítimo en la seguridad.',
      'Llevar un registro de los ingresos y de los cambios, y prevenir accesos indebidos: interés legítimo en la seguridad y deber legal de proteger los datos.',
      'Guardar qué versión de esta política aceptaste y cuándo: deber legal de poder acreditarlo.',
      'Responder a autoridades y cumplir otras obligaciones: cumplimiento de la ley.',
      'Cualquier otro uso: solo con tu consentimiento, que pediremos aparte y que puedes retirar en cualquier momento, sin efecto sobre lo ya hecho.',
    ],
  },
  {
    title: '5. Cámara, fotos y ubicación',
    text: 'Usamos la cámara o la galería solo cuando tú eliges tu foto de perfil. En una emergencia, la pantalla puede pedir la ubicación del dispositivo para leerla en voz alta: solo se muestra, no se guarda ni se nos envía.',
    items: [],
  },
  {
    title: '6. Cuánto tiempo los conservamos',
    text: 'Borramos los datos cuando termina su plazo:',
    items: [
      'Cuenta, ficha del conductor, documentos y foto: hasta que se eliminan, y a más tardar 365 días después de que el conductor deja la empresa. Una foto reemplazada, rechazada o que nunca se mostró: hasta un día.',
      'Turnos: 365 días después de su término, también si antes se elimina la ficha del conductor.',
      'Tabletas: hasta que un administrador las quita de la lista; el conductor sale de ella con su ficha.',
      'Versiones de esta política que aceptaste: hasta que se elimina tu cuenta.',
      'Sesiones: hasta que las cierras, o hasta 30 días sin uso y 90 días en total.',
      'Códigos y enlaces de ingreso sin terminar: un día.',
      'Registro de ingresos y de cambios, con la dirección de red: 365 días. Si se elimina tu cuenta, tu correo, tu teléfono y la dirección de red salen del registro en ese momento.',
      'Calificaciones: no identifican al pasajero. Si se elimina al conductor, quedan sin su nombre.',
      'Copias de seguridad: mientras sirvan para recuperar el servicio; no se usan para otra cosa.',
    ],
  },
  {
    title: '7. Con quién los compartimos',
    text: 'No vendemos datos personales. Los reciben solo:',
    items: [
      'Los pasajeros, que ven los datos del conductor que los traslada.',
      'Los proveedores que alojan el servicio o envían sus mensajes por encargo nuestro, obligados por contrato a protegerlos.',
      'Los servicios que tú abres desde la aplicación, como WhatsApp, los mapas o la cuenta de otro servicio con que entras: cada uno tiene su propia política.',
      'Las autoridades, cuando la ley lo exige.',
    ],
  },
  {
    title: '8. Transferencias fuera de Chile',
    text: 'WhatsApp y los servicios de mapas tratan datos fuera de Chile cuando tú los usas. Si un proveedor nuestro guarda datos en otro país, exigimos que ese país tenga un nivel adecuado de protección según la Agencia de Protección de Datos Personales, o que un contrato lo obligue a protegerlos como en Chile. Puedes preguntarnos en qué países están tus datos.',
    items: [],
  },
  {
    title: '9. Tus derechos',
    text: 'Sobre tus datos personales tienes estos derechos, a los que nadie puede hacerte renunciar:',
    items: [
      'Acceso: saber qué datos tuyos tratamos, de dónde vienen, para qué y quién los recibe.',
      'Rectificación: corregir los datos inexactos, desactualizados o incompletos.',
      'Supresión: pedir que los eliminemos cuando ya no sean necesarios o retires tu consentimiento.',
      'Oposición: pedir que dejemos de usarlos para un fin que se basa en nuestro interés legítimo.',
      'Portabilidad: recibirlos en un formato electrónico de uso común, o que los entreguemos a otra empresa.',
      'Bloqueo: pedir que suspendamos su uso mientras resolvemos otra solicitud tuya.',
      'No ser objeto de decisiones automatizadas: no las tomamos ni elaboramos perfiles.',
      'Retirar un consentimiento en cualquier momento.',
    ],
  },
  {
    title: '10. Cómo ejercerlos',
    text: 'Ejercerlos no cuesta nada:',
    items: [
      'Si eres conductor, en el menú del conductor abre tu cuenta: allí descargas todos tus datos, cambias tu correo y tu foto, o eliminas tu cuenta.',
      'En cualquier caso, escríbenos {contact} y di quién eres y qué derecho quieres ejercer.',
      'Respondemos dentro de 30 días corridos. Una sola vez podemos extender ese plazo por otros 30 días corridos; si lo hacemos, te avisamos.',
    ],
  },
  {
    title: '11. La Agencia de Protección de Datos Personales',
    text: 'Si no respondemos a tiempo o no estás de acuerdo con la respuesta, puedes reclamar ante la Agencia de Protección de Datos Personales.',
    items: [],
  },
  {
    title: '12. Seguridad',
    text: 'Protegemos los datos con conexiones cifradas, contraseñas que nadie puede leer, permisos según la función de cada persona, un registro de los cambios y copias de seguridad. Ninguna medida es infalible: si una vulneración pone en riesgo tus derechos, avisaremos sin demora a la Agencia y, cuando la ley lo exija, también a ti.',
    items: [],
  },
  {
    title: '13. Niños, niñas y adolescentes',
    text: 'El servicio no está dirigido a menores de 14 años y no recopilamos a sabiendas sus datos: para eso la ley exige la autorización de la madre, del padre o de quien los cuida. Para registrarse como conductor hay que ser mayor de edad. Si sabes que un menor nos entregó datos personales, avísanos y los eliminaremos.',
    items: [],
  },
  {
    title: '14. Cambios en esta política',
    text: 'Cada versión tiene un número y una fecha. Cuando publicamos una nueva, pedimos a los conductores que la lean y la acepten antes de comenzar un turno. Las versiones anteriores se conservan y puedes pedirlas.',
    items: [],
  },
];

/**
 * The second version of the policy, which adds what Ley 21.719 asks for. A fresh installation shows the first, as the
 * product shipped it; an administrator replaces it with this one. `reviewNote` is for the administrator, not for passengers.
 */
export const policyDraft2 = {
  reviewNote:
    'Borrador: un abogado debe leerlo antes de que lo publiques. Completa antes los datos legales de la empresa, agrega a su representante legal y revisa que los plazos y los proveedores sean los tuyos.',
  policy: { version: 2, date: '2026-12-01', sections },
} as const satisfies { reviewNote: string; policy: Policy };

/** The content with the second version of the policy. Its number is higher than that of the present one. */
export function takePolicy(content: Content): Content {
  const { policy } = policyDraft2;
  return { ...content, policy: { ...policy, version: Math.max(policy.version, content.policy.version + 1) } };
}
