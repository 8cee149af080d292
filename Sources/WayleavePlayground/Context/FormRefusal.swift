/// Why a form is refused.
enum FormRefusal: String, Error {
  /// It does not come from a page of this session.
  case foreign = "foreign_form"
  /// The session or the question is gone.
  case expired = "expired_form"
}
