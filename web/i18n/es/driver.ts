/** A driver's fields: labels in the driver's own forms, short labels on screens and in the panel, names in the audit log. */
export const driver = {
  form: {
    name: 'Nombre completo',
    phone: 'Teléfono',
    licensePlate: 'Patente',
    driverCode: 'Código de conductor',
  },
  hint: { phone: 'Ejemplo: +56912345678' },
  short: {
    name: 'Nombre',
    phone: 'Contacto',
    licensePlate: 'Patente',
    driverCode: 'Código',
  },
  log: {
    name: 'nombre',
    contact: 'contacto',
    license_plate: 'patente',
    driver_code: 'código',
  },
};
