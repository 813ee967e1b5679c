import { ownValue } from '../../core/own-value.ts'
/** Codes of nationality in machine-readable lines (ICAO 9303-3) of countries that suppliers may be citizens of. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ARM: 'AM',
  AZE: 'AZ',
  BGR: 'BG',
  BLR: 'BY',
  CHN: 'CN',
  D: 'DE',
  EGY: 'EG',
  EST: 'EE',
  GEO: 'GE',
  IND: 'IN',
  ISR: 'IL',
  KAZ: 'KZ',
  KGZ: 'KG',
  LTU: 'LT',
  LVA: 'LV',
  MDA: 'MD',
  MNG: 'MN',
  POL: 'PL',
  PRK: 'KP',
  RUS: 'RU',
  SRB: 'RS',
  SYR: 'SY',
  TJK: 'TJ',
  TKM: 'TM',
  TUR: 'TR',
  UKR: 'UA',
  UZB: 'UZ',
  VNM: 'VN',
}

export function countryOf(nationality: string): string | undefined {
  return ownValue(COUNTRIES, nationality)
}
