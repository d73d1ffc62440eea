export interface PrivacySection {
  readonly title: string;
  readonly text: string;
  readonly items?: readonly string[];
}

/** The privacy policy is in Spanish in every language of the app: only that version is binding. */
export const privacyUpdated = 'Última actualización: 27 de marzo de 2025';

/**
 * The twelve sections of the privacy policy.
 * @param company name of the company that runs the service
 * @param phone the company's WhatsApp number
 */
export function privacySections(company: string, phone: string): readonly PrivacySection[] {
  return [
    {
      title: '1. Definiciones',
      text: 'En esta política usamos los siguientes términos:',
      items: [
        `Empresa («nosotros»): ${company}, que presta el servicio de traslados en Chile.`,
        'Servicio: esta aplicación web y los traslados que se ofrecen a través de ella.',
        'Usuario («tú»): la persona que usa el Servicio, sea conductor, pasajero o administrador.',
        'Datos personales: toda información sobre una persona identificada o identificable.',
        'Datos de uso: datos que se generan automáticamente al usar el Servicio.',
      ],
    },
    ...sections2to11,
    {
      title: '12. Contacto',
      text: `Si tienes preguntas sobre esta política de privacidad, escríbenos por WhatsApp al ${phone} o habla con ${company}.`,
    },
  ];
}

const sections2to11: readonly PrivacySection[] = [
  {
    title: '2. Datos que recopilamos',
    text: 'Recopilamos únicamente los datos necesarios para prestar el Servicio:',
    items: [
      'Correo electrónico.',
      'Nombre completo.',
      'Número de teléfono.',
      'Patente del vehículo y código de conductor, si te registras como conductor.',
      'Datos de uso, como la fecha y hora de acceso, el tipo de dispositivo y de navegador.',
      'Imágenes de tu cámara o de tu galería de fotos, solo con tu permiso y solo la foto de perfil que tú elijas.',
    ],
  },
  {
    title: '3. Uso de los datos',
    text: 'Usamos los datos personales para:',
    items: [
      'Prestar, mantener y mejorar el Servicio.',
      'Crear y administrar tu cuenta.',
      'Mostrar al pasajero quién conduce: foto, nombre, patente, código y calificación.',
      'Comunicarnos contigo sobre tus viajes o tu cuenta.',
      'Cuidar la seguridad de pasajeros y conductores, y prevenir usos indebidos.',
    ],
  },
  {
    title: '4. Con quién los compartimos',
    text: 'No vendemos tus datos personales. Los compartimos solo en estos casos:',
    items: [
      'Con los pasajeros, que ven los datos del conductor que los traslada.',
      'Con proveedores que nos ayudan a operar el Servicio y que están obligados a protegerlos.',
      'Con las autoridades, cuando la ley lo exige.',
      'Con tu consentimiento, en cualquier otro caso.',
    ],
  },
  {
    title: '5. Conservación de los datos',
    text: 'Conservamos tus datos personales solo mientras sean necesarios para los fines de esta política o para cumplir obligaciones legales. Los datos de uso se conservan por un período más breve, salvo que sirvan para reforzar la seguridad del Servicio.',
  },
  {
    title: '6. Transferencia de los datos',
    text: 'Tus datos pueden guardarse o procesarse en equipos ubicados fuera de tu región o país. En ese caso tomamos las medidas razonables para que se traten de forma segura y conforme a esta política.',
  },
  {
    title: '7. Eliminación de tus datos',
    text: 'Puedes pedirnos que corrijamos o eliminemos los datos personales que tenemos sobre ti. Escríbenos por los medios indicados en la sección de contacto. Podremos conservar cierta información cuando la ley nos obligue a hacerlo.',
  },
  {
    title: '8. Seguridad de los datos',
    text: 'Protegemos tus datos con medidas técnicas y organizativas adecuadas. Aun así, ningún método de transmisión por internet ni de almacenamiento electrónico es completamente seguro, por lo que no podemos garantizar una seguridad absoluta.',
  },
  {
    title: '9. Privacidad de los niños',
    text: 'El Servicio no está dirigido a menores de 13 años y no recopilamos a sabiendas datos de menores de 13 años. Si eres madre, padre o tutor y sabes que un menor nos entregó datos personales, contáctanos y los eliminaremos.',
  },
  {
    title: '10. Enlaces a otros sitios',
    text: 'El Servicio contiene enlaces a sitios que no operamos, como WhatsApp y servicios de mapas. No controlamos su contenido ni sus prácticas. Te recomendamos leer la política de privacidad de cada sitio que visites.',
  },
  {
    title: '11. Cambios en esta política',
    text: 'Podemos actualizar esta política. Publicaremos aquí la nueva versión y cambiaremos la fecha de la última actualización. Te recomendamos revisarla de vez en cuando.',
  },
];
