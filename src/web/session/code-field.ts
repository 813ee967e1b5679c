/** The second step of sign-in: browsers and telephones offer the code by these attributes. */
export const CODE_FIELD = {
  label: 'Код из приложения',
  name: 'otp',
  autoComplete: 'one-time-code',
  autoCapitalize: 'characters',
  spellCheck: false,
  maxLength: 48,
} as const

export const CODE_HINT =
  'Шесть цифр из приложения на телефоне. Нет телефона — введите запасной код.'
