/**
 * Every call that needs no role, with the personal data in its answer and whose data they are. A new call here must be reviewed
 * first: cards, printed documents, consents and files belong to people with a role.
 */
export const OPEN_TO_SIGNED_IN: Readonly<Record<string, string>> = {
  'auth.changePassword': 'none',
  'auth.validateJWT': 'the caller: name, position, phone, e-mail',
  'auth.getSessions': 'the caller: addresses of own sign-ins',
  'auth.endSessions': 'none',
  'auth.getSecondFactor': 'none',
  'auth.beginTotp': 'the caller: own login in the picture',
  'auth.confirmTotp': 'none',
  'auth.renewRecoveryCodes': 'none',
  'auth.endTotp': 'none',
  'user.getSignIns': 'the caller: addresses of own sign-ins and of wrong passwords',
  'user.updateInfo': 'the caller; other people only with user.manage',
  'user.getActions': 'none: titles of rights; rows of people only for a supervisor',
  'user.generatePCode': 'none: a number that is not in force',
  'user.getPreferences': 'the caller: own settings of screens and those of the company',
  'user.updatePreference': 'the caller: own settings of screens',
  'user.getNotices': 'the caller: notices that were written to the caller',
  'user.readNotices': 'none',
  'user.getNoticeChoices': 'none',
  'user.updateNoticeChoices': 'none',
  'user.testMail': 'the caller: the own e-mail',
  'user.getHistory': 'the caller; other records only with OPERATOR, other people with user.read',
  'company.getOwn': 'the director of the own company; the agreements hold no keys',
  'modules.getOwn': 'none',
  'live.stream': 'none: kinds and ids of changed records',
}

/** The same for calls without any sign-in. */
export const OPEN_TO_ALL: Readonly<Record<string, string>> = {
  'auth.login': 'the person whose password was right',
  'auth.logout': 'none',
  'auth.updatePasswordWithTempLink': 'the login of the person whose link was right',
  'utils.getQrCode': 'none: a picture of the text that was sent',
  'agent.enrol': 'none',
  'agent.putBlob': 'none',
  'payment.webhook': 'none',
}
