/* qr.h -- a short text as a QR code, for the telephone across the table. */
#ifndef UNO_HUB_QR_H
#define UNO_HUB_QR_H

/* A picture that scales, which the caller frees. NULL: the text is empty, too long for a QR code, or there is no memory. */
char *qr_svg(const char *text);

#endif
