// Countries whose citizens bring scrap: neighbours first, then those that a yard meets now and then; codes of ISO 3166.
const CODES =
  'RU BY KZ KG UZ TJ AM AZ MD GE UA TM AB OS CN VN MN RS TR IN LV LT EE DE IL KP PL BG EG SY'

// Countries that the standard does not list.
const OWN: Record<string, string> = { AB: 'Абхазия', OS: 'Южная Осетия' }

const names = new Intl.DisplayNames('ru', { type: 'region' })

/** Countries of citizenship with their Russian names. */
export const countryOptions = CODES.split(' ').map((value) => ({
  value,
  label: OWN[value] ?? names.of(value) ?? value,
}))
