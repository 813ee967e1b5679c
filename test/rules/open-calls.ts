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
  'auth.getPasskeys': 'none: names and makers of own keys',
  'auth.beginPasskey': 'the caller: own login and name, which the device shows',
  'auth.addPasskey': 'none',
  'auth.updatePasskey': 'none',
  'auth.removePasskey': 'none',
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
  'auth.beginPasskeySignIn': 'none',
  'auth.loginByPasskey': 'the person whose key was right',
  'auth.logout': 'none',
  'auth.updatePasswordWithTempLink': 'the login of the person whose link was right',
  'utils.getQrCode': 'none: a picture of the text that was sent',
  'agent.enrol': 'none',
  'agent.putBlob': 'none',
  'payment.webhook': 'none',
}

/**
 * Every call that the key of a program with all permissions opens, with the personal data in its answer. A new call here must be
 * reviewed first: none moves money, none is confirmed by a PIN, none answers a whole document.
 */
export const OPEN_TO_SERVICES: Readonly<Record<string, string>> = {
  'act.getAll': 'names of suppliers',
  'act.get': 'the supplier with a masked document, plate and driver',
  'transactions.getAll': 'plates and drivers',
  'transactions.getIn': 'plates and drivers',
  'transactions.find': 'plates and drivers',
  'weightacts.getAll': 'names of suppliers',
  'weightacts.get': 'names of suppliers, plates',
  'supplier.getAll': 'suppliers with masked documents',
  'supplier.get': 'a supplier with a masked document',
  'supplier.find': 'suppliers with masked documents',
  'supplier.create': 'the supplier that was sent',
  'supplier.update': 'the supplier that was sent',
  'product.getAll': 'none',
  'product.update': 'none',
  'product.move': 'none',
  'price.get': 'none',
  'price.getColumns': 'names of suppliers with a column of their own',
  'price.updateCell': 'none',
  'price.plan': 'none',
  'payment.getAll': 'names of suppliers, masked destinations',
  'payment.get': 'the supplier, a masked destination',
  'payment.getStatuses': 'none',
  'payment.getRegistries': 'none',
  'payment.getStatements': 'none',
  'payment.getStatementLines': 'names and accounts of payees as the bank wrote them',
  'report.getAll': 'none',
  'report.getTypes': 'none',
  'report.preview': 'what the report shows',
  'report.create': 'none',
  'report.getStatus': 'none',
  'files.get':
    'own reports and photos; no personal file, since the permission for these is not among them',
  'company.getOwn': 'the director of the own company',
  'device.getAll': 'none',
  'audit.getEvents': 'names of the people who acted',
  'audit.getEvent': 'masked fields of a change',
  'audit.verifyChain': 'none',
}
