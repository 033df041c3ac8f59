/** AX error codes and their names. */

/** AXError names by number. */
export const axErrors: { readonly [code: number]: string } = {
  [-25200]: 'Failure',
  [-25201]: 'IllegalArgument',
  [-25202]: 'InvalidUIElement',
  [-25203]: 'InvalidUIElementObserver',
  [-25204]: 'CannotComplete',
  [-25205]: 'AttributeUnsupported',
  [-25206]: 'ActionUnsupported',
  [-25207]: 'NotificationUnsupported',
  [-25208]: 'NotImplemented',
  [-25209]: 'NotificationAlreadyRegistered',
  [-25210]: 'NotificationNotRegistered',
  [-25211]: 'APIDisabled',
  [-25212]: 'NoValue',
  [-25213]: 'ParameterizedAttributeUnsupported',
  [-25214]: 'NotEnoughPrecision',
}

export const AXError = {
  failure: -25200,
  illegalArgument: -25201,
  invalidElement: -25202,
  invalidObserver: -25203,
  cannotComplete: -25204,
  attributeUnsupported: -25205,
  actionUnsupported: -25206,
  notificationUnsupported: -25207,
  notImplemented: -25208,
  alreadyRegistered: -25209,
  notRegistered: -25210,
  apiDisabled: -25211,
  noValue: -25212,
} as const
