/* qr.h -- a short text as a QR code, for the telephone across the table. */
#ifndef UNO_SERVER_QR_H
#define UNO_SERVER_QR_H

/* Each is text that the caller frees. NULL: the text is too long for a QR code, or there is no memory. */
char *qr_svg(const char *text);  /* a picture that scales */
char *qr_text(const char *text); /* lines of half blocks, dark on light in a dark terminal */

#endif
