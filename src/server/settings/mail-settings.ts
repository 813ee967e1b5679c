export interface MailSettings {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  readonly url: string
  /** The address that letters come from. */
  readonly from: string
}

/** Both settings or none. */
export function mailSettings(
  url: string | undefined,
  from: string | undefined,
): { mail: MailSettings | undefined; problems: string[] } {
  if (url === undefined && from === undefined) return { mail: undefined, problems: [] }
  if (url === undefined || from === undefined)
    return {
      mail: undefined,
      problems: ['SMTP_URL и MAIL_FROM: почте нужны обе настройки или ни одной'],
    }
  return { mail: { url, from }, problems: [] }
}
