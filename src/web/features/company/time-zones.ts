/** One city for each clock of Russia. */
export const timeZones = [
  { value: 'Europe/Kaliningrad', label: 'Калининград, UTC+2' },
  { value: 'Europe/Moscow', label: 'Москва, UTC+3' },
  { value: 'Europe/Samara', label: 'Самара, UTC+4' },
  { value: 'Asia/Yekaterinburg', label: 'Екатеринбург, UTC+5' },
  { value: 'Asia/Omsk', label: 'Омск, UTC+6' },
  { value: 'Asia/Novosibirsk', label: 'Новосибирск, UTC+7' },
  { value: 'Asia/Krasnoyarsk', label: 'Красноярск, UTC+7' },
  { value: 'Asia/Irkutsk', label: 'Иркутск, UTC+8' },
  { value: 'Asia/Yakutsk', label: 'Якутск, UTC+9' },
  { value: 'Asia/Vladivostok', label: 'Владивосток, UTC+10' },
  { value: 'Asia/Magadan', label: 'Магадан, UTC+11' },
  { value: 'Asia/Kamchatka', label: 'Камчатка, UTC+12' },
]

/** The clock in words; a zone of no Russian city keeps its own name. */
export const zoneName = (zone: string): string =>
  timeZones.find(({ value }) => value === zone)?.label ?? zone
